/* Parts of Linux and its C library that Swift's Glibc module lacks. */
#include <linux/memfd.h>
#include <sys/pidfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <langinfo.h>
#include <malloc.h>
#include <sys/types.h>
/* The process at the other end of a local socket. This is `struct ucred` of unix(7), which is declared only with
   _GNU_SOURCE. */
struct peer_credentials { pid_t pid; uid_t uid; gid_t gid; };
/* Ignores signal 32 or 33. The C library keeps these for itself, so that its own sigaction(2) refuses them. When the
   library needs such a signal, it installs its handler again. In the kernel's structure, the handler stands first;
   all else is zero. */
#include <signal.h>
#include <unistd.h>
#include <sys/syscall.h>
static inline void ignore_reserved_signal(int number) {
    unsigned long action[4] = { (unsigned long) SIG_IGN, 0, 0, 0 };
    syscall(SYS_rt_sigaction, number, action, (void *) 0, 8);
}
/* Declared by spawn.h (glibc 2.34) only with _GNU_SOURCE, which Swift does not define. */
#include <spawn.h>
#include <sys/prctl.h>
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
/* Declared elsewhere, but not for Swift: fork(2) is marked unavailable there, prctl(2) takes any number of arguments,
   and close_range(2) and memfd_create(2) need _GNU_SOURCE. */
pid_t fork_process(void) __asm__("fork");
int process_control(int, unsigned long, unsigned long, unsigned long, unsigned long) __asm__("prctl");
int close_range(unsigned int, unsigned int, int);
int memfd_create(const char *, unsigned int);
