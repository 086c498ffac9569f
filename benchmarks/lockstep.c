/* The systems by hand, with vectors of eight lanes: what a careful C programmer would write for AVX2.
 *
 * Eight generators at a time draw the bits of 256 sessions, which stay in the first-level cache for all their rounds.
 * Two outcomes of +1 and -1, a unit of 1. Returns the rounds that were played.
 */
#include <stdint.h>
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
