/* The same bytes to every socket, one send() each: the floor under a broadcast. */
#include <errno.h>
#include <sys/socket.h>

int blast(const int *files, int count, const char *bytes, int length)
{
    int left = 0;
    for (int i = 0; i < count; i++) {
        while (send(files[i], bytes, length, MSG_NOSIGNAL) != length) {
            if (errno != EAGAIN && errno != EINTR) {
                left++;
                break;
            }
        }
    }
    return left;
}
