// What a program needs to leave a terminal as it found it, whatever ends it.
#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

/// Starts a process that puts a terminal back when its parent ends without having done so: it writes `bytes` to the
/// terminal and sets `saved`. The parent holds the returned descriptor; what it writes to it lets the process end
/// without doing anything, what closes it otherwise (a crash, kill -9) is the sign. -1 with errno if there is none.
int cterminal_guard(int terminal, const struct termios *saved, const void *bytes, size_t count, pid_t *process);

#endif
