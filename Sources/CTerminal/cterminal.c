#define _GNU_SOURCE
#include "cterminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

// Runs in the child: only async-signal-safe calls.
static void guard(int terminal, int sign, const struct termios *saved, const void *bytes, size_t count) {
  // A session of its own, so that the terminal's signals and its job control are not for it.
  setsid();
  // Not by its parent's name either, for those who kill by name.
  prctl(PR_SET_NAME, "terminal-guard");
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  for (int fd = 0; fd < 1024; fd++)
    if (fd != terminal && fd != sign) close(fd);
  char byte;
  ssize_t got;
  do got = read(sign, &byte, 1);
  while (got < 0 && errno == EINTR);
  if (got == 0) {
    ssize_t done = write(terminal, bytes, count);
    (void)done;
    tcsetattr(terminal, TCSANOW, saved);
  }
  _exit(0);
}

int cterminal_guard(int terminal, const struct termios *saved, const void *bytes, size_t count, pid_t *process) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  pid_t child = fork();
  if (child == 0) guard(terminal, ends[0], saved, bytes, count);
  int code = errno;
  close(ends[0]);
  if (child < 0) {
    close(ends[1]);
    errno = code;
    return -1;
  }
  *process = child;
  return ends[1];
}
