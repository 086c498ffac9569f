/* A crowd of terminals in one thread: WebSockets that bet on time and note when they hear what.
 *
 * `floor_load.py` says what to do and reads the numbers; nothing here knows a statistic or a word of the report. Times
 * are nanoseconds of CLOCK_MONOTONIC. When something was heard is when the kernel got it, so that a terminal that
 * reads it late, because the service has the processor, does not make the service look slow.
 */
#define FIRST_TABLE 7
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    HANDSHAKES = 64,     /* at once */
    EVENTS = 256,        /* taken from the kernel at once */
    READ = 1 << 16,      /* bytes read at once */
    FRAME_MAX = 1 << 24, /* a longer frame is no frame of ours */
    SMALL = 512,         /* bytes that whatever a terminal says fits into */
    TICK_NS = 1000000,   /* how often it is seen whether a bet is due */
};
enum { TEXT = 1, CLOSE = 8, PING = 9, PONG = 10 };

#define SECOND_NS 1000000000LL
#define HELLO "{\"type\":\"hello\",\"protocol\":1}"
#define ANSWER "\"type\":\"answer\",\"id\":\""
#define DONE "\"done\""
#define VERSION "\"version\":"
#define KEY "dGhlIHNhbXBsZSBub25jZQ=="
#define ACCEPT "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" /* what that key is answered with, RFC 6455, section 1.3 */

struct bytes {
    char *at; /* followed by a zero */
    size_t length;
};

struct terminal {
    int file; /* -1 before it comes and after it is lost */
    int open; /* the handshake is over */
    uint32_t table, seat, ticket, count, room, heard;
    int64_t seen;         /* the version of the table that it last heard of */
    int64_t *asked;       /* by the number of the bet; 0 when it was answered */
    struct bytes in, out; /* of a frame that is not whole, and what the kernel did not take; usually nothing */
};

struct crowd {
    /* What the caller reads, in the order of `_Counts` in floor_load.py. */
    int64_t opened;      /* terminals whose handshake is over */
    int64_t lost;        /* terminals that were cut off */
    int64_t cause;       /* of the last one: an errno, negative; the code of a close frame; 0 when it just ended */
    int64_t strange;     /* frames and answers that a terminal must not get */
    int64_t heard, last; /* terminals that heard the mark, and when the last one did */
    int64_t asked, answered, turned_away; /* bets since `start_over` */
    int64_t *times;      /* from each bet to its answer, in the order of the answers */
    int64_t *late;       /* from when a bet of `wager` was due to when it was made */

    struct terminal *terminals;
    const char *const *spots;
    int size, next, port, epoll, spot_count;
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

static int64_t clock_ns(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec * SECOND_NS + now.tv_nsec;
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
    kept->at = must(realloc(kept->at, kept->length + length + 1));
    memcpy(kept->at + kept->length, from, length);
    kept->length += length;
    kept->at[kept->length] = 0;
}

/* Forgets the first `used` bytes, and the memory with the last of them. */
static void drop(struct bytes *kept, size_t used)
{
    kept->length -= used;
    if (kept->length > 0) {
        memmove(kept->at, kept->at + used, kept->length + 1);
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

/* Gives the kernel what it takes of what waits. */
static void flush(struct crowd *crowd, struct terminal *terminal)
{
    while (terminal->file >= 0 && terminal->out.length > 0) {
        ssize_t took = send(terminal->file, terminal->out.at, terminal->out.length, MSG_NOSIGNAL);
        if (took >= 0)
            drop(&terminal->out, took);
        else if (errno == EAGAIN)
            return;
        else if (errno != EINTR)
            lose(crowd, terminal, -errno);
    }
}

static void say(struct crowd *crowd, struct terminal *terminal, int kind, const char *text, size_t length)
{
    static uint32_t mask = 0x9e3779b9;
    char frame[SMALL];
    size_t head = length < 126 ? 2 : 4;
    frame[0] = (char)(0x80 | kind);
    frame[1] = (char)(0x80 | (length < 126 ? length : 126));
    if (head == 4) {
        frame[2] = (char)(length >> 8);
        frame[3] = (char)length;
    }
    mask = mask * 1664525 + 1013904223;
    memcpy(frame + head, &mask, 4);
    for (size_t i = 0; i < length; i++)
        frame[head + 4 + i] = text[i] ^ frame[head + (i & 3)];
    keep(&terminal->out, frame, head + 4 + length);
    flush(crowd, terminal);
}

static void bet(struct crowd *crowd, struct terminal *terminal)
{
    char text[SMALL - 8];
    if (terminal->count == terminal->room) {
        terminal->room = terminal->room ? 2 * terminal->room : 4;
        terminal->asked = must(realloc(terminal->asked, terminal->room * sizeof *terminal->asked));
    }
    uint32_t seat = terminal->seat, count = ++terminal->count;
    const char *spot = crowd->spots[(seat * 7 + count) % crowd->spot_count];
    int length = snprintf(text, sizeof text,
                          "{\"type\":\"command\",\"id\":\"%u-%u\",\"seen\":%lld,\"command\":{\"type\":"
                          "\"place-wager\",\"seat\":%u,\"spot\":\"%s\",\"stake\":500,\"chips\":\"electronic\"}}",
                          seat, count, (long long)terminal->seen, seat, spot);
    if (length >= (int)sizeof text)
        abort();
    crowd->asked++;
    terminal->asked[count - 1] = clock_ns(CLOCK_MONOTONIC);
    if (terminal->file >= 0)
        say(crowd, terminal, TEXT, text, length);
}

static void hear_answer(struct crowd *crowd, struct terminal *terminal, char *id, const char *end, int64_t when)
{
    uint32_t seat = strtoul(id, &id, 10), count = *id == '-' ? strtoul(id + 1, &id, 10) : 0;
    if (seat != terminal->seat || count - 1 >= terminal->count || terminal->asked[count - 1] == 0 || id > end) {
        crowd->strange++;
        return;
    }
    note(&crowd->times, &crowd->times_room, crowd->answered++, when - terminal->asked[count - 1]);
    terminal->asked[count - 1] = 0;
    const char *over = memchr(id, '}', end - id);
    if (memmem(id, (over ? over : end) - id, DONE, sizeof DONE - 1) == NULL)
        crowd->turned_away++;
    if (crowd->again)
        bet(crowd, terminal);
}

/* One message: a frame of the protocol, or several in an array. */
static void hear(struct crowd *crowd, struct terminal *terminal, char *text, size_t length, int64_t when)
{
    char *end = text + length, *at = text;
    while ((at = memmem(at, end - at, VERSION, sizeof VERSION - 1)) != NULL) {
        at += sizeof VERSION - 1; /* a digit follows, and behind the digits something else */
        int64_t version = strtoll(at, NULL, 10);
        if (version > terminal->seen)
            terminal->seen = version;
    }
    at = text;
    while ((at = memmem(at, end - at, ANSWER, sizeof ANSWER - 1)) != NULL) {
        at += sizeof ANSWER - 1;
        hear_answer(crowd, terminal, at, end, when);
    }
    if (terminal->heard == crowd->mark_number || memmem(text, length, crowd->mark, strlen(crowd->mark)) == NULL)
        return;
    terminal->heard = crowd->mark_number;
    crowd->heard++;
    if (when > crowd->last)
        crowd->last = when;
}

/* One more terminal begins its handshake, if one is left. */
static void come(struct crowd *crowd)
{
    if (crowd->next == crowd->size)
        return;
    struct terminal *terminal = &crowd->terminals[crowd->next++];
    struct sockaddr_in where = {.sin_family = AF_INET, .sin_port = htons(crowd->port)};
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.ptr = terminal};
    char request[SMALL];
    int one = 1;
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int file = terminal->file = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (file < 0 || setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) < 0 ||
        setsockopt(file, SOL_SOCKET, SO_TIMESTAMPNS, &one, sizeof one) < 0 ||
        (connect(file, (struct sockaddr *)&where, sizeof where) < 0 && errno != EINPROGRESS) ||
        epoll_ctl(crowd->epoll, EPOLL_CTL_ADD, file, &event) < 0) {
        lose(crowd, terminal, -errno);
        return;
    }
    int length = snprintf(request, sizeof request,
                          "GET /api/v1/tables/%u/socket?ticket=%u HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                          "Origin: http://127.0.0.1:%d\r\n"
                          "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: " KEY "\r\n\r\n",
                          terminal->table, terminal->ticket, crowd->port, crowd->port);
    keep(&terminal->out, request, length); /* goes when the kernel says that it can, which is when it is connected */
}

/* The length of the answer to the handshake; 0 when more has to arrive. */
static size_t enter(struct crowd *crowd, struct terminal *terminal, const char *from, size_t length)
{
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

/* The length of one whole frame, which was heard; 0 when more has to arrive. */
static size_t take(struct crowd *crowd, struct terminal *terminal, char *from, size_t length, int64_t when)
{
    const unsigned char *head = (const unsigned char *)from;
    if (length < 2)
        return 0;
    size_t begin = head[1] == 126 ? 4 : head[1] == 127 ? 10 : 2, size = begin == 2 ? head[1] : 0;
    if (length < begin)
        return 0;
    for (size_t i = 2; i < begin; i++)
        size = size << 8 | head[i];
    if (head[1] > 127 || size > FRAME_MAX) { /* a server must not mask */
        lose(crowd, terminal, -EPROTO);
        return length;
    }
    if (length - begin < size)
        return 0;
    switch (head[0]) {
    case 0x80 | TEXT:
        hear(crowd, terminal, from + begin, size, when);
        break;
    case 0x80 | PING:
        say(crowd, terminal, PONG, from + begin, size < 126 ? size : 0);
        break;
    case 0x80 | PONG:
        break;
    case 0x80 | CLOSE:
        lose(crowd, terminal, size < 2 ? 0 : head[begin] << 8 | head[begin + 1]);
        break;
    default:
        crowd->strange++;
    }
    return begin + size;
}

/* When the last of these bytes came, by the kernel's note; now, if it made none. */
static int64_t arrived(struct msghdr *message)
{
    struct cmsghdr *head = CMSG_FIRSTHDR(message);
    int64_t now = clock_ns(CLOCK_MONOTONIC);
    if (head == NULL || head->cmsg_type != SCM_TIMESTAMPNS)
        return now;
    struct timespec noted;
    memcpy(&noted, CMSG_DATA(head), sizeof noted);
    return noted.tv_sec * SECOND_NS + noted.tv_nsec + now - clock_ns(CLOCK_REALTIME);
}

/* Reads what there is; true when there may be more. */
static int read_some(struct crowd *crowd, struct terminal *terminal)
{
    static char read[READ];
    union {
        char bytes[64];
        struct cmsghdr head;
    } noted;
    struct iovec into = {.iov_base = read, .iov_len = sizeof read};
    struct msghdr message = {.msg_iov = &into, .msg_iovlen = 1, .msg_control = &noted, .msg_controllen = sizeof noted};
    ssize_t got = recvmsg(terminal->file, &message, 0);
    if (got <= 0) {
        if (got == 0 || (errno != EAGAIN && errno != EINTR))
            lose(crowd, terminal, got == 0 ? 0 : -errno);
        return got < 0 && errno == EINTR;
    }
    int64_t when = arrived(&message);
    struct bytes *in = &terminal->in;
    keep(in, read, got);
    size_t used = 0, step = 1;
    while (terminal->file >= 0 && used < in->length && step > 0) {
        step = terminal->open ? take(crowd, terminal, in->at + used, in->length - used, when)
                              : enter(crowd, terminal, in->at, in->length);
        used += step;
    }
    drop(in, used);
    return got == READ;
}

/* Serves the terminals that are ready, and waits for one at most that many ms; true when the caller's file can be
 * read. */
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
        flush(crowd, terminal);
        while (terminal->file >= 0 && read_some(crowd, terminal))
            ;
        if (terminal->file >= 0 && events[i].events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR))
            read_some(crowd, terminal); /* what is behind the last byte is said only once */
    }
    return told;
}

/* What the caller calls */

struct crowd *assemble(int size, int seats, int port, const char *const *spots, int spot_count)
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
        crowd->terminals[i].table = FIRST_TABLE + i / seats;
        crowd->terminals[i].seat = i % seats + 1;
        crowd->terminals[i].ticket = i + 1;
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
    crowd->heard = crowd->last = 0;
}

void start_over(struct crowd *crowd)
{
    crowd->asked = crowd->answered = crowd->turned_away = 0;
}

/* Serves until that time, or until that many terminals have the mark and that many bets are answered; a lost terminal
 * ends it too, since the counts can then not be reached. */
void attend(struct crowd *crowd, int64_t until, int64_t heard, int64_t answered)
{
    while (crowd->lost == 0 && (crowd->heard < heard || crowd->answered < answered)) {
        int64_t left_ms = (until - clock_ns(CLOCK_MONOTONIC)) / 1000000;
        if (left_ms <= 0)
            return;
        serve(crowd, left_ms < 1000 ? left_ms : 1000);
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

/* Bets when they are due, whatever becomes of them; ends with the last bet, not with its answer. Between two ticks
 * nobody is woken for an answer: the kernel notes when it came. */
void wager(struct crowd *crowd, int64_t per_second, int64_t total)
{
    const struct timespec tick = {.tv_nsec = TICK_NS};
    int64_t began = clock_ns(CLOCK_MONOTONIC), sent = 0, due;
    while (sent < total) {
        int64_t now = clock_ns(CLOCK_MONOTONIC);
        while (sent < total && (due = began + sent * SECOND_NS / per_second) <= now) {
            note(&crowd->late, &crowd->late_room, sent, clock_ns(CLOCK_MONOTONIC) - due);
            bet(crowd, &crowd->terminals[sent++ * 7919 % crowd->size]);
        }
        serve(crowd, 0);
        nanosleep(&tick, NULL);
    }
}

/* Everybody bets, and again when answered; or, who is answered bets no more. */
void flood(struct crowd *crowd, int again)
{
    crowd->again = again;
    for (int i = 0; again && i < crowd->size; i++)
        bet(crowd, &crowd->terminals[i]);
}
