/* A crowd of terminals in one thread: WebSockets that bet on time and note when they hear what.
 *
 * `benchmarks/floor_load.py` says what to do and reads the numbers; nothing here knows a statistic or a word of the
 * report. Whatever is asked for, everything that arrives is read at once. Times are nanoseconds of CLOCK_MONOTONIC.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <netinet/tcp.h>

enum {
    HANDSHAKES = 64,        /* at once */
    EVENTS = 256,           /* taken from the kernel at once; wagers that fall due meanwhile wait no longer than that */
    READ = 1 << 16,         /* bytes read at once */
    FRAME_MAX = 1 << 24,    /* a longer frame is no frame of ours */
    SMALL = 512,            /* bytes that any frame of a terminal fits into */
    TICK_MS = 1,
};
enum { TEXT = 1, CLOSE = 8, PING = 9, PONG = 10 };

#define HELLO "{\"type\":\"hello\",\"protocol\":1}"
#define ANSWER "\"type\":\"answer\",\"id\":\""
#define DONE "\"done\""
#define KEY "dGhlIHNhbXBsZSBub25jZQ=="
#define ACCEPT "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" /* the answer to that key, RFC 6455, section 1.3 */

struct bytes {
    char *at;
    size_t length;
};

struct terminal {
    int file; /* -1 before it comes and after it is lost */
    int open; /* the handshake is over */
    uint32_t seat, count, room, heard;
    int64_t *asked;        /* by the number of the bet; 0 when it was answered */
    struct bytes in, out;  /* a frame that is not whole, and what the kernel did not take; usually nothing */
};

struct crowd {
    /* What the caller reads, in the order of `Counts` in floor_load.py. */
    int64_t opened;      /* terminals whose handshake is over */
    int64_t lost;        /* terminals that were cut off */
    int64_t cause;       /* of the last one: an errno, negative; the code of a close frame; 0 when it just ended */
    int64_t strange;     /* frames and answers that a terminal must not get */
    int64_t heard, last; /* terminals that heard the mark, and when the last one did */
    int64_t asked;       /* bets since `start_over` */
    int64_t answered, turned_away;
    int64_t *times;      /* from each bet to its answer, in the order of the answers */
    int64_t *late;       /* from when a bet of `wager` was due to when it was made */

    struct terminal *terminals;
    int size, next, port, epoll;
    const char *const *spots;
    int spot_count;
    int again; /* who is answered bets again */
    char mark[128];
    uint32_t mark_number;
    size_t times_room, late_room;
};

static void *must(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void note(int64_t **list, size_t *room, size_t index, int64_t value)
{
    if (index == *room) {
        *room = *room ? 2 * *room : 1024;
        *list = must(realloc(*list, *room * sizeof **list));
    }
    (*list)[index] = value;
}

static void keep(struct bytes *kept, const char *from, size_t length)
{
    kept->at = must(realloc(kept->at, kept->length + length));
    memcpy(kept->at + kept->length, from, length);
    kept->length += length;
}

/* Forgets the first `used` bytes, and the memory with the last of them. */
static void drop(struct bytes *kept, size_t used)
{
    kept->length -= used;
    if (kept->length > 0) {
        memmove(kept->at, kept->at + used, kept->length);
    } else {
        free(kept->at);
        kept->at = NULL;
    }
}

/* Its bytes stay: somebody may be reading them. */
static void lose(struct crowd *crowd, struct terminal *terminal, int cause)
{
    if (terminal->file >= 0)
        close(terminal->file);
    terminal->file = -1;
    crowd->lost++;
    crowd->cause = cause;
}

/* Sending */

static void watch(struct crowd *crowd, struct terminal *terminal, int operation, uint32_t events)
{
    struct epoll_event event = {.events = events, .data.ptr = terminal};
    if (epoll_ctl(crowd->epoll, operation, terminal->file, &event) < 0)
        lose(crowd, terminal, -errno);
}

/* Gives the kernel what it takes; gives back how much that was. */
static size_t push(struct crowd *crowd, struct terminal *terminal, const char *from, size_t length)
{
    size_t sent = 0;
    while (sent < length) {
        ssize_t took = send(terminal->file, from + sent, length - sent, MSG_NOSIGNAL);
        if (took >= 0) {
            sent += took;
        } else if (errno != EINTR) {
            if (errno != EAGAIN)
                lose(crowd, terminal, -errno);
            break;
        }
    }
    return sent;
}

static void flush(struct crowd *crowd, struct terminal *terminal)
{
    size_t sent = push(crowd, terminal, terminal->out.at, terminal->out.length);
    if (terminal->file < 0)
        return;
    drop(&terminal->out, sent);
    if (terminal->out.length == 0)
        watch(crowd, terminal, EPOLL_CTL_MOD, EPOLLIN);
}

static void say(struct crowd *crowd, struct terminal *terminal, int kind, const char *text, size_t length)
{
    static uint32_t mask = 0x9e3779b9;
    char frame[SMALL];
    size_t head = 2;
    if (terminal->file < 0)
        return;
    frame[0] = (char)(0x80 | kind);
    if (length < 126) {
        frame[1] = (char)(0x80 | length);
    } else {
        frame[1] = (char)(0x80 | 126);
        frame[2] = (char)(length >> 8);
        frame[3] = (char)length;
        head = 4;
    }
    mask = mask * 1664525 + 1013904223;
    memcpy(frame + head, &mask, 4);
    for (size_t i = 0; i < length; i++)
        frame[head + 4 + i] = text[i] ^ frame[head + (i & 3)];
    length += head + 4;
    size_t sent = terminal->out.length ? 0 : push(crowd, terminal, frame, length);
    if (sent == length || terminal->file < 0)
        return;
    if (terminal->out.length == 0)
        watch(crowd, terminal, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
    if (terminal->file >= 0)
        keep(&terminal->out, frame + sent, length - sent);
}

static void bet(struct crowd *crowd, struct terminal *terminal)
{
    char text[SMALL - 16];
    const char *spot = crowd->spots[(terminal->seat * 7 + terminal->count + 1) % crowd->spot_count];
    if (terminal->count == terminal->room) {
        terminal->room = terminal->room ? 2 * terminal->room : 4;
        terminal->asked = must(realloc(terminal->asked, terminal->room * sizeof *terminal->asked));
    }
    uint32_t count = ++terminal->count;
    int length = snprintf(text, sizeof text,
                          "{\"type\":\"command\",\"id\":\"%u-%u\",\"seen\":1,\"command\":{\"type\":\"place-wager\","
                          "\"seat\":%u,\"spot\":\"%s\",\"stake\":500,\"chips\":\"electronic\"}}",
                          terminal->seat, count, terminal->seat, spot);
    if (length >= (int)sizeof text)
        abort();
    crowd->asked++;
    terminal->asked[count - 1] = now_ns();
    say(crowd, terminal, TEXT, text, length);
}

/* Hearing */

static void hear_answer(struct crowd *crowd, struct terminal *terminal, const char *id, const char *end, int64_t now)
{
    uint32_t seat = 0, count = 0;
    for (; id < end && *id >= '0' && *id <= '9'; id++)
        seat = seat * 10 + (*id - '0');
    for (id++; id < end && *id >= '0' && *id <= '9'; id++)
        count = count * 10 + (*id - '0');
    if (seat != terminal->seat || count - 1 >= terminal->count || terminal->asked[count - 1] == 0) {
        crowd->strange++;
        return;
    }
    note(&crowd->times, &crowd->times_room, crowd->answered++, now - terminal->asked[count - 1]);
    terminal->asked[count - 1] = 0;
    const char *over = memchr(id, '}', end - id);
    if (memmem(id, (over ? over : end) - id, DONE, sizeof DONE - 1) == NULL)
        crowd->turned_away++;
    if (crowd->again)
        bet(crowd, terminal);
}

static void hear(struct crowd *crowd, struct terminal *terminal, const char *text, size_t length, int64_t now)
{
    const char *end = text + length, *at = text;
    size_t mark = strlen(crowd->mark);
    while ((at = memmem(at, end - at, ANSWER, sizeof ANSWER - 1)) != NULL) {
        at += sizeof ANSWER - 1;
        hear_answer(crowd, terminal, at, end, now);
    }
    if (terminal->heard != crowd->mark_number && memmem(text, length, crowd->mark, mark) != NULL) {
        terminal->heard = crowd->mark_number;
        crowd->heard++;
        crowd->last = now;
    }
}

static void come(struct crowd *crowd);

/* The bytes of one whole frame or of the handshake's answer; 0 when more have to arrive. */
static size_t take(struct crowd *crowd, struct terminal *terminal, const char *from, size_t length, int64_t now)
{
    const unsigned char *head = (const unsigned char *)from;
    if (!terminal->open) {
        const char *end = memmem(from, length, "\r\n\r\n", 4);
        if (end == NULL)
            return 0;
        if (memcmp(from, "HTTP/1.1 101", 12) != 0 || memmem(from, end - from, ACCEPT, sizeof ACCEPT - 1) == NULL) {
            lose(crowd, terminal, -EPROTO);
            return length;
        }
        terminal->open = 1;
        crowd->opened++;
        say(crowd, terminal, TEXT, HELLO, sizeof HELLO - 1);
        come(crowd);
        return end + 4 - from;
    }
    if (length < 2)
        return 0;
    size_t begin = 2, size = head[1];
    if (size == 126 || size == 127) {
        begin = size == 126 ? 4 : 10;
        if (length < begin)
            return 0;
        size = 0;
        for (size_t i = 2; i < begin; i++)
            size = size << 8 | head[i];
    } else if (size > 127) {
        size = FRAME_MAX + 1; /* masked, which a server must not do */
    }
    if (size > FRAME_MAX) {
        lose(crowd, terminal, -EPROTO);
        return length;
    }
    if (length - begin < size)
        return 0;
    int kind = head[0] & 15;
    if (!(head[0] & 0x80) || (kind != TEXT && kind < CLOSE))
        crowd->strange++;
    else if (kind == TEXT)
        hear(crowd, terminal, from + begin, size, now);
    else if (kind == PING && size < 126)
        say(crowd, terminal, PONG, from + begin, size);
    else if (kind == CLOSE)
        lose(crowd, terminal, size < 2 ? 0 : head[begin] << 8 | head[begin + 1]);
    return begin + size;
}

static void read_some(struct crowd *crowd, struct terminal *terminal)
{
    static char read[READ];
    ssize_t got = recv(terminal->file, read, sizeof read, 0);
    int64_t now = now_ns();
    if (got <= 0) {
        if (got == 0 || (errno != EAGAIN && errno != EINTR))
            lose(crowd, terminal, got == 0 ? 0 : -errno);
        return;
    }
    const char *from = read;
    size_t length = got, used = 0, step = 1;
    if (terminal->in.length > 0) {
        keep(&terminal->in, read, length);
        from = terminal->in.at;
        length = terminal->in.length;
    }
    while (terminal->file >= 0 && used < length && step > 0)
        used += step = take(crowd, terminal, from + used, length - used, now);
    if (terminal->file < 0)
        return;
    if (terminal->in.length > 0)
        drop(&terminal->in, used);
    else if (used < length)
        keep(&terminal->in, from + used, length - used);
}

/* Coming */

/* One more terminal begins its handshake, if one is left. */
static void come(struct crowd *crowd)
{
    if (crowd->next == crowd->size)
        return;
    struct terminal *terminal = &crowd->terminals[crowd->next++];
    struct sockaddr_in where = {.sin_family = AF_INET, .sin_port = htons(crowd->port)};
    char request[SMALL];
    int one = 1;
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int length = snprintf(request, sizeof request,
                          "GET /api/v1/tables/7/socket?ticket=%u HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                          "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: " KEY "\r\n\r\n",
                          terminal->seat, crowd->port);
    terminal->file = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    setsockopt(terminal->file, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(terminal->file, (struct sockaddr *)&where, sizeof where) < 0 && errno != EINPROGRESS) {
        lose(crowd, terminal, -errno);
        return;
    }
    keep(&terminal->out, request, length); /* goes when the kernel says that it can, which is when it is connected */
    watch(crowd, terminal, EPOLL_CTL_ADD, EPOLLIN | EPOLLOUT);
}

/* Serves whoever has something to say, and waits for that no longer than so many ms; true when `file` can be read. */
static int serve(struct crowd *crowd, int wait_ms)
{
    struct epoll_event events[EVENTS];
    int told = 0, count = epoll_wait(crowd->epoll, events, EVENTS, wait_ms);
    for (int i = 0; i < count; i++) {
        struct terminal *terminal = events[i].data.ptr;
        if (terminal == NULL) {
            told = 1;
            continue;
        }
        if (terminal->file >= 0 && events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR))
            read_some(crowd, terminal);
        if (terminal->file >= 0 && events[i].events & EPOLLOUT)
            flush(crowd, terminal);
    }
    return told;
}

/* What the caller calls */

struct crowd *assemble(int size, int port, const char *const *spots, int spot_count)
{
    struct crowd *crowd = must(calloc(1, sizeof *crowd));
    crowd->terminals = must(calloc(size, sizeof *crowd->terminals));
    crowd->size = size;
    crowd->port = port;
    crowd->spots = spots;
    crowd->spot_count = spot_count;
    crowd->epoll = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < size; i++) {
        crowd->terminals[i].file = -1;
        crowd->terminals[i].seat = i + 1;
    }
    return crowd;
}

void begin(struct crowd *crowd)
{
    for (int i = 0; i < HANDSHAKES; i++)
        come(crowd);
}

void listen_for(struct crowd *crowd, const char *mark)
{
    snprintf(crowd->mark, sizeof crowd->mark, "%s", mark);
    crowd->mark_number++;
    crowd->heard = 0;
}

void start_over(struct crowd *crowd)
{
    crowd->asked = crowd->answered = crowd->turned_away = 0;
}

/* Serves until that time, or until so many have heard the mark and so many bets were answered; one who is lost ends
 * it too, since nobody then waits for everybody. */
void attend(struct crowd *crowd, int64_t until, int64_t heard, int64_t answered)
{
    while (crowd->heard < heard || crowd->answered < answered) {
        int64_t left = until - now_ns();
        if (left <= 0 || crowd->lost > 0)
            return;
        serve(crowd, left / 1000000 < 1000 ? left / 1000000 + 1 : 1000);
    }
}

/* Serves until the file can be read or is at its end. */
void attend_file(struct crowd *crowd, int file)
{
    struct epoll_event event = {.events = EPOLLIN};
    epoll_ctl(crowd->epoll, EPOLL_CTL_ADD, file, &event);
    while (!serve(crowd, -1))
        ;
    epoll_ctl(crowd->epoll, EPOLL_CTL_DEL, file, &event);
}

/* Bets when they are due, whatever becomes of them; ends with the last bet, not with its answer. */
void wager(struct crowd *crowd, int64_t per_second, int64_t total)
{
    int64_t began = now_ns();
    for (int64_t sent = 0; sent < total; serve(crowd, TICK_MS)) {
        int64_t now = now_ns(), due;
        while (sent < total && (due = began + sent * 1000000000 / per_second) <= now) {
            note(&crowd->late, &crowd->late_room, sent, now_ns() - due);
            bet(crowd, &crowd->terminals[sent++ * 7919 % crowd->size]);
        }
    }
}

void flood(struct crowd *crowd, int again)
{
    crowd->again = again;
    for (int i = 0; again && i < crowd->size; i++)
        bet(crowd, &crowd->terminals[i]);
}
