/* What a byte in a pipe orders, told to helgrind, which knows only locks and the ends of threads: what a thread did before it wrote there
   has happened before what another one does once poll(2) has shown it the byte. soak_valgrind_companions.py loads it before
   colourclock-mqtt, whose second thread hands a connection over so. A pipe is known by its inode, which both of its ends have. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <valgrind/helgrind.h>

static ssize_t (*next_write)(int, const void *, size_t);
static int (*next_poll)(struct pollfd *, nfds_t, int);

/* Once, and before there are threads: dlsym(3) takes a lock, by which helgrind would take for ordered what is not. */
__attribute__((constructor)) static void find(void) {
  next_write = dlsym(RTLD_NEXT, "write");
  next_poll = dlsym(RTLD_NEXT, "poll");
}

static void *pipe_of(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && S_ISFIFO(status.st_mode) ? (void *)status.st_ino : NULL;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  void *pipe = pipe_of(descriptor);
  if (pipe) ANNOTATE_HAPPENS_BEFORE(pipe);
  return next_write(descriptor, bytes, count);
}

int poll(struct pollfd *entries, nfds_t count, int timeout) {
  int ready = next_poll(entries, count, timeout);
  for (nfds_t index = 0; ready > 0 && index < count; index++) {
    void *pipe = entries[index].revents & POLLIN ? pipe_of(entries[index].fd) : NULL;
    if (pipe) ANNOTATE_HAPPENS_AFTER(pipe);
  }
  return ready;
}
