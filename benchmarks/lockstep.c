/* The systems by hand, with vectors of eight lanes: what a careful C programmer would write for AVX2.
 *
 * Eight generators at a time draw the bits of 256 sessions, which stay in the first-level cache for all their rounds.
 * Two outcomes of +1 and -1, a unit of 1. Returns the rounds that were played.
 *
 * Labouchere: 32 rounds are drawn ahead, a word for each session, and sessions in play are kept without gaps. The
 * numbers at one position of all lines are adjacent. Both ends are read and the stake is written one session at a
 * time; everything else is left to the compiler's vectorizer.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int32_t v8 __attribute__((vector_size(32)));
typedef uint32_t u8 __attribute__((vector_size(32)));

enum { FLAT, MARTINGALE, DALEMBERT, FIBONACCI };

#define PICK(mask, one, other) (((mask) & (one)) | (~(mask) & (other)))
#define LEAST(one, other) PICK((one) < (other), (one), (other))

static inline u8 next(u8 s[4]) {
    u8 total = s[0] + s[3], word = ((total << 7) | (total >> 25)) + s[0], shifted = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = (s[3] << 11) | (s[3] >> 21);
    return word;
}

static inline int any(u8 value) {
    uint64_t parts[4];
    memcpy(parts, &value, 32);
    return (parts[0] | parts[1] | parts[2] | parts[3]) != 0;
}

static inline u8 below(u8 s[4], uint64_t chance) {
    u8 low = {0}, same = ~low;
    for (int place = 63; place >= 0; place--) {
        u8 word = next(s);
        if (chance >> place & 1) {
            low |= same & ~word;
            same &= word;
        } else {
            same &= ~word;
        }
        if (!any(same)) break;
    }
    return low;
}

#define GROUP(...)                                                                                           \
    for (int64_t round = 0; round < rounds; round++) {                                                       \
        u8 bits = below(s, chance);                                                                          \
        v8 count = {0};                                                                                      \
        for (int lane = 0; lane < 32; lane++) {                                                              \
            v8 held = bank[lane], asked = x[lane], playing = (held > 0) & (held < goal_v);                   \
            v8 won = -(v8)((bits >> lane) & 1u);                                                             \
            v8 able = LEAST(held, most_v) & playing, staked = LEAST(asked, able);                            \
            bank[lane] = held + PICK(won, staked, -staked);                                                  \
            count -= playing;                                                                                \
            __VA_ARGS__                                                                                        \
        }                                                                                                    \
        int64_t here = 0;                                                                                    \
        for (int at = 0; at < 8; at++) here += count[at];                                                    \
        played += here;                                                                                      \
        if (!here) break;                                                                                    \
    }

enum { SETS = 16, SESSIONS = 256 * SETS, WIDE = 512, TILES = SESSIONS / WIDE, ROOM = 256, AHEAD = 32, OPENING = 4 };

typedef uint16_t tile[ROOM][WIDE];

static inline void transpose(u8 word[32]) {
    uint32_t mask = 0x0000ffff;
    for (int half = 16; half; half >>= 1, mask ^= mask << half)
        for (int lane = 0; lane < 32; lane = (lane + half + 1) & ~half) {
            u8 swapped = ((word[lane] >> half) ^ word[lane + half]) & mask;
            word[lane + half] ^= swapped;
            word[lane] ^= swapped << half;
        }
}

static void move(tile *lines, int from, int to, int32_t *first, int32_t *last) {
    int begin = first[from] / WIDE, end = last[from] / WIDE, there = to % WIDE;
    for (int at = begin; at <= end; at++) lines[to / WIDE][at - begin][there] = lines[from / WIDE][at][from % WIDE];
    first[to] = there;
    last[to] = (end - begin) * WIDE + there;
}

static int64_t play_tile(tile line, int count, int size, const uint32_t *restrict word, int32_t *restrict bank,
                         int32_t *restrict first, int32_t *restrict last, int32_t goal, int32_t most) {
    int32_t behind[WIDE], asked[WIDE];
    uint8_t closed[WIDE];
    uint16_t *flat = line[0];
    int64_t played = 0;
    for (int number = 0; number < size; number++) {
        int32_t playing = 0;
        for (int i = 0; i < count; i++) asked[i] = flat[(uint32_t)first[i]] + flat[(uint32_t)last[i]];
        for (int i = 0; i < count; i++) {
            int32_t held = bank[i], one = first[i], end = last[i], able = held < most ? held : most;
            int32_t units = one == end ? asked[i] >> 1 : asked[i];
            able = held < goal ? able : 0;
            units = units < able ? units : able;
            int lost = !(word[i] >> number & 1);
            bank[i] = held + (lost ? -units : units);
            playing += able > 0;
            asked[i] = units, behind[i] = end + WIDE;
            one = lost ? one : one + WIDE;
            end = lost ? end + WIDE : end - WIDE;
            int over = one > end;
            closed[i] = over;
            first[i] = over ? i : one;
            last[i] = over ? (OPENING - 1) * WIDE + i : end;
        }
        for (int i = 0; i < count; i++) flat[(uint32_t)behind[i]] = asked[i];
        for (int at = 0; at < OPENING; at++)
            for (int i = 0; i < count; i++) line[at][i] = closed[i] ? at + 1 : line[at][i];
        played += playing;
    }
    return played;
}

int64_t play_lines(int64_t groups, int64_t rounds, int32_t start, int32_t goal, int32_t most, uint64_t chance,
                   const uint32_t *seeds, int64_t *total) {
    static tile lines[TILES];
    static int32_t bank[SESSIONS], first[SESSIONS], last[SESSIONS], session[SESSIONS];
    static uint32_t own[SESSIONS], word[SESSIONS];
    int64_t played = 0, money = 0;
    for (int64_t group = 0; group + SETS <= groups; group += SETS) {
        u8 s[SETS][4];
        int live = SESSIONS;
        memcpy(s, seeds + 32 * group, sizeof s);
        for (int i = 0; i < SESSIONS; i++) {
            bank[i] = start, session[i] = i, first[i] = i % WIDE, last[i] = (OPENING - 1) * WIDE + i % WIDE;
            for (int at = 0; at < OPENING; at++) lines[i / WIDE][at][i % WIDE] = at + 1;
        }
        for (int64_t begin = 0; begin < rounds && live; begin += AHEAD) {
            int size = rounds - begin < AHEAD ? rounds - begin : AHEAD;
            for (int set = 0; set < SETS; set++) {
                u8 drawn[AHEAD] = {0};
                for (int number = 0; number < size; number++) drawn[number] = below(s[set], chance);
                transpose(drawn);
                memcpy(own + 256 * set, drawn, sizeof drawn);
            }
            for (int i = 0; i < live; i++) {
                word[i] = own[session[i]];
                if (last[i] >= (ROOM - AHEAD - 1) * WIDE) {
                    move(lines, i, i, first, last);
                    if (last[i] >= (ROOM - AHEAD - 1) * WIDE) abort();
                }
            }
            for (int at = 0; at < live; at += WIDE)
                played += play_tile(lines[at / WIDE], live - at < WIDE ? live - at : WIDE, size, word + at, bank + at,
                                    first + at, last + at, goal, most);
            for (int i = 0; i < live;) {
                if (bank[i] > 0 && bank[i] < goal) {
                    i++;
                    continue;
                }
                money += bank[i];
                if (i == --live) break;
                move(lines, live, i, first, last);
                bank[i] = bank[live], session[i] = session[live];
            }
        }
        for (int i = 0; i < live; i++) money += bank[i];
    }
    *total = money;
    return played;
}

int64_t play(int system, int64_t groups, int64_t rounds, int32_t start, int32_t goal, int32_t most, uint64_t chance,
             const uint32_t *seeds, int64_t *total) {
    const v8 one = {1, 1, 1, 1, 1, 1, 1, 1}, none = {0}, goal_v = none + goal, most_v = none + most;
    int64_t played = 0, money = 0;
    for (int64_t group = 0; group < groups; group++) {
        u8 s[4];
        v8 bank[32], x[32], y[32];
        memcpy(s, seeds + 32 * group, sizeof s);
        for (int lane = 0; lane < 32; lane++) {
            bank[lane] = none + start;
            x[lane] = one;
            y[lane] = none;
        }
        if (system == MARTINGALE) {
            GROUP(v8 twice = asked + asked; x[lane] = PICK(won, one, LEAST(twice, most_v));)
        } else if (system == DALEMBERT) {
            GROUP(v8 more = asked + 1, less = asked - 1;
                  x[lane] = PICK(won, PICK(less > 0, less, one), LEAST(more, most_v));)
        } else if (system == FIBONACCI) {
            GROUP(v8 y0 = y[lane], back = asked - y0, before = y0 - back, whole = (back > 0) & (before >= 0);
                  v8 on = asked < most_v; v8 lost_x = asked + (y0 & on), lost_y = PICK(on, asked, y0);
                  x[lane] = PICK(won, PICK(whole, back, one), lost_x);
                  y[lane] = PICK(won, before & whole, lost_y);)
        } else {
            GROUP(;)
        }
        for (int lane = 0; lane < 32; lane++)
            for (int at = 0; at < 8; at++) money += bank[lane][at];
    }
    *total = money;
    return played;
}
