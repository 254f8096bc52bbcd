// What Swift's Glibc module lacks or cannot import: Linux descriptors for events, timers and signals.
#ifndef CLINUX_H
#define CLINUX_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// One ready descriptor: the token it was registered with and the EPOLL bits.
typedef struct {
  uint64_t token;
  uint32_t bits;
} clinux_event;

static const uint32_t CLINUX_IN = 0x001;
static const uint32_t CLINUX_OUT = 0x004;
static const uint32_t CLINUX_ERR = 0x008;
static const uint32_t CLINUX_HUP = 0x010;
static const uint32_t CLINUX_EDGE = 1u << 31;

/// epoll_create1(2), close-on-exec.
int clinux_epoll_create(void);
/// epoll_ctl(2): adds, changes and removes a descriptor.
int clinux_epoll_add(int epoll, int fd, uint32_t bits, uint64_t token);
int clinux_epoll_modify(int epoll, int fd, uint32_t bits, uint64_t token);
int clinux_epoll_remove(int epoll, int fd);
/// epoll_wait(2); at most 64 events are handed out at once.
int clinux_epoll_wait(int epoll, clinux_event *events, int capacity, int timeout_ms);

/// eventfd(2), close-on-exec; non-blocking counter, or blocking semaphore.
int clinux_eventfd(int semaphore);

/// timerfd_create(2) on CLOCK_BOOTTIME, non-blocking, close-on-exec.
int clinux_timer_create(void);
/// Arms the timer at an absolute time in nanoseconds; a negative time disarms it.
int clinux_timer_arm(int fd, int64_t nanoseconds);

/// Blocks the signals in the calling thread and returns a signalfd(2) for them.
int clinux_signal_open(const int *signals, int count);
/// The next pending signal, 0 when there is none, -1 with errno.
int clinux_signal_next(int fd);

/// pthread_setname_np(3).
void clinux_thread_name(pthread_t thread, const char *name);

/// accept4(2), close-on-exec and non-blocking.
int clinux_accept(int listener);

/// SO_PEERCRED: who is on the other end of a Unix socket.
typedef struct {
  pid_t pid;
  uid_t uid;
  gid_t gid;
} clinux_credentials;
int clinux_peer_credentials(int fd, clinux_credentials *out);
/// SO_PEERGROUPS: fills in the supplementary groups if they fit; how many there are, -1 if that cannot be told.
int clinux_peer_groups(int fd, gid_t *groups, int capacity);
/// A descriptor that holds the process on the other end (SO_PEERPIDFD), or before Linux 6.5 the one that has its number
/// now (pidfd_open(2)); -1 with errno.
int clinux_peer_process(int fd, pid_t pid);
/// Whether a held process lives: 1 or 0.
int clinux_process_lives(int process);

/// inotify_init1(2), non-blocking, close-on-exec.
int clinux_inotify_create(void);
/// inotify_add_watch(2) on a directory: for what appears in it, and if `whole` for every change of its files.
/// Returns the number of the watch.
int clinux_inotify_add(int fd, const char *path, int whole);
/// inotify_rm_watch(2).
int clinux_inotify_remove(int fd, int watch);

/// One event: of which watch, and whether events were lost, the directory is gone, or the name is new and may still
/// be written to. `name` points into the bytes and is empty for the directory itself.
typedef struct {
  int watch;
  int is_lost, is_gone, is_new;
  const char *name;
} clinux_change;
/// Takes apart what was read: how many bytes the first event has, 0 if there is none.
int clinux_inotify_next(const void *bytes, size_t count, clinux_change *out);

#endif
