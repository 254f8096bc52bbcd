#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

_Static_assert(EPOLLIN == 0x001 && EPOLLOUT == 0x004 && EPOLLERR == 0x008 && EPOLLHUP == 0x010, "EPOLL bits");
_Static_assert((uint32_t)EPOLLET == 1u << 31, "EPOLLET");

int clinux_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static int control(int epoll, int operation, int fd, uint32_t bits, uint64_t token) {
  struct epoll_event event = {.events = bits, .data.u64 = token};
  return epoll_ctl(epoll, operation, fd, &event);
}

int clinux_epoll_add(int epoll, int fd, uint32_t bits, uint64_t token) {
  return control(epoll, EPOLL_CTL_ADD, fd, bits, token);
}

int clinux_epoll_modify(int epoll, int fd, uint32_t bits, uint64_t token) {
  return control(epoll, EPOLL_CTL_MOD, fd, bits, token);
}

int clinux_epoll_remove(int epoll, int fd) { return control(epoll, EPOLL_CTL_DEL, fd, 0, 0); }

int clinux_epoll_wait(int epoll, clinux_event *events, int capacity, int timeout_ms) {
  struct epoll_event ready[64];
  if (capacity > 64) capacity = 64;
  int count = epoll_wait(epoll, ready, capacity, timeout_ms);
  for (int i = 0; i < count; i++) {
    events[i].token = ready[i].data.u64;
    events[i].bits = ready[i].events;
  }
  return count;
}

int clinux_eventfd(int semaphore) {
  return eventfd(0, EFD_CLOEXEC | (semaphore ? EFD_SEMAPHORE : EFD_NONBLOCK));
}

int clinux_timer_create(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC); }

int clinux_timer_arm(int fd, int64_t nanoseconds) {
  struct itimerspec when = {0};
  if (nanoseconds >= 0) {
    when.it_value.tv_sec = nanoseconds / 1000000000;
    when.it_value.tv_nsec = nanoseconds % 1000000000;
    // All zero would disarm it.
    if (nanoseconds == 0) when.it_value.tv_nsec = 1;
  }
  return timerfd_settime(fd, TFD_TIMER_ABSTIME, &when, NULL);
}

int clinux_signal_open(const int *signals, int count) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < count; i++) {
    if (sigaddset(&set, signals[i]) != 0) return -1;
  }
  int error = pthread_sigmask(SIG_BLOCK, &set, NULL);
  if (error != 0) {
    errno = error;
    return -1;
  }
  return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

int clinux_signal_next(int fd) {
  struct signalfd_siginfo info;
  ssize_t size;
  do size = read(fd, &info, sizeof info);
  while (size < 0 && errno == EINTR);
  if (size == (ssize_t)sizeof info) return (int)info.ssi_signo;
  return size < 0 && errno != EAGAIN ? -1 : 0;
}

void clinux_thread_name(pthread_t thread, const char *name) { pthread_setname_np(thread, name); }

int clinux_accept(int listener) {
  int fd;
  do fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  while (fd < 0 && errno == EINTR);
  return fd;
}

int clinux_peer_credentials(int fd, clinux_credentials *out) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  out->pid = peer.pid;
  out->uid = peer.uid;
  out->gid = peer.gid;
  return 0;
}

#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59
#endif
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

int clinux_peer_groups(int fd, gid_t *groups, int capacity) {
  socklen_t size = (socklen_t)((size_t)capacity * sizeof *groups);
  if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &size) != 0 && errno != ERANGE) return -1;
  return (int)(size / sizeof *groups);
}

int clinux_peer_process(int fd, pid_t pid) {
  int process = -1;
  socklen_t size = sizeof process;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERPIDFD, &process, &size) == 0) return process;
  if (errno != ENOPROTOOPT && errno != EINVAL) return -1;
  return (int)syscall(SYS_pidfd_open, pid, 0);
}

int clinux_process_lives(int process) {
  struct pollfd end = {.fd = process, .events = POLLIN};
  int ready;
  do ready = poll(&end, 1, 0);
  while (ready < 0 && errno == EINTR);
  return ready == 0;
}

int clinux_inotify_create(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int clinux_inotify_add(int fd, const char *path, int whole) {
  uint32_t place = IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_MASK_ADD;
  uint32_t files = IN_CLOSE_WRITE | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB;
  return inotify_add_watch(fd, path, whole ? place | files : place);
}

int clinux_inotify_remove(int fd, int watch) { return inotify_rm_watch(fd, watch); }

int clinux_inotify_next(const void *bytes, size_t count, clinux_change *out) {
  struct inotify_event event;
  if (count < sizeof event) return 0;
  memcpy(&event, bytes, sizeof event);
  if (count - sizeof event < event.len) return 0;
  out->watch = event.wd;
  out->is_lost = (event.mask & IN_Q_OVERFLOW) != 0;
  out->is_gone = (event.mask & (IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT)) != 0;
  out->is_new = (event.mask & IN_CREATE) != 0;
  out->name = event.len > 0 ? (const char *)bytes + sizeof event : "";
  return (int)(sizeof event + event.len);
}
