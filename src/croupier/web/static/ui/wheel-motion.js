// @ts-check
/**
 * The motion of a wheel and its ball, as pure functions of time. Angles are degrees clockwise, speeds degrees per second,
 * times seconds, radii shares of the wheel's width. Nothing here knows a result before it is announced: a launch runs
 * until `landing` is called for a compartment, which continues from the same position and speed.
 */

export const TRACK = 0.437;
export const POCKET = 0.283;
const RIM = 0.352;

export const SPEED = { rotor: 64, cruise: 300, launch: 620, launchTime: 2.6 };

/** The angle of a launched ball after a time: fast at first, then at constant speed. @param {number} seconds @param {number} sign */
export function thrown(seconds, sign) {
  const { launch, cruise, launchTime } = SPEED;
  if (seconds >= launchTime) {
    const lost = ((launch + cruise) / 2) * launchTime;
    return { angle: sign * (lost + cruise * (seconds - launchTime)), speed: sign * cruise };
  }
  const speed = launch - ((launch - cruise) * seconds) / launchTime;
  return { angle: (sign * (launch + speed) * seconds) / 2, speed: sign * speed };
}

/**
 * The motion of a ball that lands in one pocket of a turning rotor.
 * @param {{rotor: number, rotorSpeed: number, ball: number, ballSpeed: number, pocket: number, step: number}} from
 *   current angles, the pocket's angle on the rotor, and the angle of one pocket
 * @returns {{seconds: number, landed: number, rotor: (t: number) => number,
 *   ball: (t: number) => {angle: number, radius: number}}}
 */
export function landing({ rotor, rotorSpeed, ball, ballSpeed, pocket, step }) {
  const seconds = 5.2, leave = 1.25, touch = 2.05, landed = 3.05;
  const sign = Math.sign(ballSpeed) || -1;
  const turn = (/** @type {number} */ t) => rotor + rotorSpeed * (t - (t * t) / (2 * seconds));
  const hops = [
    { at: touch, off: -6.4 * step, high: 0 },
    { at: touch + 0.4, off: -2.3 * step, high: 0.042 },
    { at: touch + 0.7, off: 0.7 * step, high: 0.026 },
    { at: touch + 0.86, off: -0.28 * step, high: 0.01 },
    { at: landed, off: 0, high: 0.004 },
  ].map((hop) => ({ ...hop, off: hop.off * sign }));
  const first = turn(touch) + pocket + hops[0].off;
  const arriving = (hops[1].off - hops[0].off) / (hops[1].at - hops[0].at) * 0.75;
  const natural = ball + ((ballSpeed + arriving) / 2) * touch;
  const turns = Math.round((natural - first) / 360) * 360;
  return {
    seconds,
    landed,
    rotor: turn,
    ball(t) {
      if (t < touch) {
        const u = t / touch, u2 = u * u, u3 = u2 * u;
        const angle = (2 * u3 - 3 * u2 + 1) * ball + (u3 - 2 * u2 + u) * touch * ballSpeed
          + (-2 * u3 + 3 * u2) * (first + turns) + (u3 - u2) * touch * arriving;
        if (t < leave) return { angle, radius: TRACK };
        const fall = (t - leave) / (touch - leave);
        const knock = fall > 0.42 && fall < 0.78 ? 0.02 * Math.sin(((fall - 0.42) / 0.36) * Math.PI) : 0;
        return { angle, radius: TRACK - (TRACK - RIM) * fall * fall + knock };
      }
      if (t >= landed) return { angle: turn(t) + pocket + turns, radius: POCKET };
      let index = 0;
      while (t >= hops[index + 1].at) index += 1;
      const one = hops[index], next = hops[index + 1], u = (t - one.at) / (next.at - one.at);
      const deep = (t - touch) / (landed - touch);
      return {
        angle: turn(t) + pocket + turns + one.off + (next.off - one.off) * u,
        radius: RIM - (RIM - POCKET) * Math.min(1, deep * 1.35) + next.high * 4 * u * (1 - u),
      };
    },
  };
}

/**
 * The motion of a Big Six wheel that stops with one stop under the clapper.
 * @param {{angle: number, speed: number, stops: number[]}} from the current angle and speed, and the angles of the
 *   possible stops
 * @returns {{seconds: number, end: number, angle: (t: number) => number}}
 */
export function coming({ angle, speed, stops }) {
  const seconds = 4.6, natural = angle + (speed * seconds) / 3;
  let end = Number.POSITIVE_INFINITY;
  for (const stop of stops) {
    const rest = -stop + Math.round((natural + stop) / 360) * 360;
    if (Math.abs(rest - natural) < Math.abs(end - natural)) end = rest;
  }
  const way = end - angle, reach = speed * seconds;
  return {
    seconds,
    end,
    /** A cubic that starts at the current speed and ends at zero. */
    angle(t) {
      const u = Math.min(1, t / seconds), u2 = u * u, u3 = u2 * u;
      return angle + (u3 - 2 * u2 + u) * reach + (-2 * u3 + 3 * u2) * way;
    },
  };
}

/** Samples a motion for the compositor. @param {number} seconds @param {(t: number) => Keyframe} at @param {number} [rate] */
export function sampled(seconds, at, rate = 60) {
  const count = Math.ceil(seconds * rate), frames = [];
  for (let index = 0; index <= count; index += 1) frames.push(at((seconds * index) / count));
  return frames;
}
