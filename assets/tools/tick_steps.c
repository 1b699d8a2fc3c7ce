// Counts what a running program touches between two sleeps. It steps the process instruction by instruction (ptrace)
// and reads the memory operands of each (capstone). For each stretch between two pauses it prints five numbers:
// instructions, cache lines of code (64 bytes) and of data, pages of code (4 KiB) and of data. Each line and page
// counts once.
//
// A program that wakes once a second finds its caches cold, so lines and pages cost more than instructions.
// The program runs at full speed except within the counted stretches, so a stretch is what it does in use: under
// valgrind a clock is late, and does more because of that. A stretch of more instructions than MOST is left out: the
// rest of it runs at full speed.
// gcc -O2 -o tick_steps tick_steps.c -lcapstone; tick_steps PID COUNT MOST [FOLDER]
// With a folder, each stretch's addresses of code are also written there, one a line.
#define _GNU_SOURCE
#include <capstone/capstone.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>

enum { pause_ms = 250, longest_instruction = 15, most_operands = 3 };

// A set of numbers: an open hash table that grows.
struct set {
  uint64_t *slots;
  size_t count, room;
};

static int insert(struct set *set, uint64_t number);

static void grow(struct set *set) {
  struct set larger = {calloc(set->room ? set->room * 2 : 4096, sizeof *set->slots), 0, set->room ? set->room * 2 : 4096};
  for (size_t i = 0; i < set->room; i++)
    if (set->slots[i]) insert(&larger, set->slots[i] - 1);
  free(set->slots);
  *set = larger;
}

static int insert(struct set *set, uint64_t number) {
  if (set->count * 2 >= set->room) grow(set);
  size_t i = (number * 0x9E3779B97F4A7C15u >> 32) & (set->room - 1);
  while (set->slots[i]) {
    if (set->slots[i] == number + 1) return 0;
    i = (i + 1) & (set->room - 1);
  }
  set->slots[i] = number + 1;
  set->count++;
  return 1;
}

static void empty(struct set *set) {
  free(set->slots);
  *set = (struct set){0};
}

// Lines and pages of code and of data.
static struct {
  struct set lines, pages;
} code, data;

static void touch(struct set *lines, struct set *pages, uint64_t address, unsigned long size) {
  for (uint64_t line = address >> 6; line <= (address + size - 1) >> 6; line++) insert(lines, line);
  for (uint64_t page = address >> 12; page <= (address + size - 1) >> 12; page++) insert(pages, page);
}

// A decoded instruction: its length, and where it reads or writes memory.
struct operand {
  x86_reg base, index, segment;
  int scale, size;
  int64_t offset;
};
struct instruction {
  uint64_t address;
  int length, operands;
  struct operand memory[most_operands];
};
static struct instruction *known;
static size_t known_count, known_room;
static csh decoder;

static void add(struct instruction *into, struct operand operand) {
  if (into->operands < most_operands && operand.size > 0) into->memory[into->operands++] = operand;
}

// The stack, which these instructions use without an operand for it.
static void add_stack(struct instruction *into, unsigned id) {
  struct operand below = {X86_REG_RSP, 0, 0, 1, 8, -8}, top = {X86_REG_RSP, 0, 0, 1, 8, 0}, frame = {X86_REG_RBP, 0, 0, 1, 8, 0};
  if (id == X86_INS_PUSH || id == X86_INS_CALL || id == X86_INS_PUSHFQ) add(into, below);
  if (id == X86_INS_POP || id == X86_INS_RET || id == X86_INS_POPFQ) add(into, top);
  if (id == X86_INS_LEAVE) add(into, frame);
}

static void decode(struct instruction *into, pid_t pid) {
  uint8_t bytes[longest_instruction];
  struct iovec here = {bytes, sizeof bytes}, there = {(void *)into->address, sizeof bytes};
  ssize_t got = process_vm_readv(pid, &here, 1, &there, 1, 0);
  if (got < 0) {  // The end of a mapping.
    here.iov_len = there.iov_len = 4096 - into->address % 4096;
    if (here.iov_len > sizeof bytes) here.iov_len = there.iov_len = sizeof bytes;
    got = process_vm_readv(pid, &here, 1, &there, 1, 0);
  }
  cs_insn *found;
  into->length = 1;
  if (got <= 0 || !cs_disasm(decoder, bytes, got, into->address, 1, &found)) return;
  into->length = found->size;
  cs_x86 *x86 = &found->detail->x86;
  // LEA and NOP have an operand of memory that they do not touch.
  for (int i = 0; i < x86->op_count && found->id != X86_INS_LEA && found->id != X86_INS_NOP; i++) {
    cs_x86_op *op = &x86->operands[i];
    if (op->type != X86_OP_MEM) continue;
    struct operand memory = {op->mem.base, op->mem.index, op->mem.segment, op->mem.scale, op->size, op->mem.disp};
    // The address after the instruction is the base.
    if (memory.base == X86_REG_RIP) memory.offset += found->size;
    add(into, memory);
  }
  add_stack(into, found->id);
  cs_free(found, 1);
}

// A hash table by address; decoding takes longer than a step.
static struct instruction *instruction_at(uint64_t address, pid_t pid) {
  if (known_count * 2 >= known_room) {
    struct instruction *old = known;
    size_t old_room = known_room;
    known_room = known_room ? known_room * 2 : 1 << 15;
    known = calloc(known_room, sizeof *known);
    for (size_t i = 0; i < old_room; i++)
      if (old[i].length) {
        size_t j = (old[i].address * 0x9E3779B97F4A7C15u >> 32) & (known_room - 1);
        while (known[j].length) j = (j + 1) & (known_room - 1);
        known[j] = old[i];
      }
    free(old);
  }
  size_t i = (address * 0x9E3779B97F4A7C15u >> 32) & (known_room - 1);
  while (known[i].length && known[i].address != address) i = (i + 1) & (known_room - 1);
  if (!known[i].length) {
    known[i].address = address;
    decode(&known[i], pid);
    known_count++;
  }
  return &known[i];
}

static uint64_t value(x86_reg name, const struct user_regs_struct *now) {
  switch (name) {
    case X86_REG_RAX: return now->rax;
    case X86_REG_EAX: return (uint32_t)now->rax;
    case X86_REG_RBX: return now->rbx;
    case X86_REG_RCX: return now->rcx;
    case X86_REG_RDX: return now->rdx;
    case X86_REG_RSI: return now->rsi;
    case X86_REG_RDI: return now->rdi;
    case X86_REG_RBP: return now->rbp;
    case X86_REG_RSP: return now->rsp;
    case X86_REG_R8: return now->r8;
    case X86_REG_R9: return now->r9;
    case X86_REG_R10: return now->r10;
    case X86_REG_R11: return now->r11;
    case X86_REG_R12: return now->r12;
    case X86_REG_R13: return now->r13;
    case X86_REG_R14: return now->r14;
    case X86_REG_R15: return now->r15;
    case X86_REG_RIP: return now->rip;
    default: return 0;
  }
}

static FILE *copy;

static void count(const struct instruction *one, const struct user_regs_struct *now) {
  touch(&code.lines, &code.pages, one->address, one->length);
  if (copy) fprintf(copy, "%lx\n", one->address);
  for (int i = 0; i < one->operands; i++) {
    const struct operand *operand = &one->memory[i];
    uint64_t address = operand->offset + value(operand->base, now) + value(operand->index, now) * operand->scale;
    if (operand->segment == X86_REG_FS) address += now->fs_base;
    touch(&data.lines, &data.pages, address, operand->size);
  }
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

static void fail(const char *what) {
  fprintf(stderr, "tick_steps: %s: %s\n", what, strerror(errno));
  exit(1);
}

// Lets the process go on in this way until it stops again, and passes on its signals.
// - Returns: how long that took, in seconds.
static double go(pid_t pid, enum __ptrace_request how) {
  static int signal_number;
  double start = seconds();
  if (ptrace(how, pid, 0, signal_number)) fail("cannot go on");
  int status;
  if (waitpid(pid, &status, __WALL) < 0) fail("cannot wait");
  if (!WIFSTOPPED(status)) {
    fprintf(stderr, "tick_steps: the program has ended\n");
    exit(1);
  }
  int stopped_by = WSTOPSIG(status) & 0x7f;
  signal_number = stopped_by == SIGTRAP || stopped_by == SIGSTOP ? 0 : stopped_by;
  return seconds() - start;
}

// Real-time priority where that is allowed, so that a busy machine makes no step late; both on one processor, as a
// step wakes each of them.
static void prepare(pid_t pid) {
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  sched_setaffinity(pid, sizeof first, &first);
  sched_setscheduler(pid, SCHED_FIFO, &(struct sched_param){.sched_priority = 1});
}

int main(int argc, char **argv) {
  if (argc < 4) return fprintf(stderr, "usage: tick_steps PID COUNT MOST [FOLDER]\n"), 64;
  pid_t pid = atoi(argv[1]);
  int wanted = atoi(argv[2]);
  unsigned long most = atol(argv[3]);
  prepare(0), prepare(pid);
  if (cs_open(CS_ARCH_X86, CS_MODE_64, &decoder) != CS_ERR_OK) fail("no decoder");
  cs_option(decoder, CS_OPT_DETAIL, CS_OPT_ON);
  if (ptrace(PTRACE_ATTACH, pid, 0, 0) || waitpid(pid, NULL, __WALL) < 0) fail("cannot attach");
  for (int stretch = 0; stretch < wanted;) {
    // To the next pause: the system call that takes so long.
    while (go(pid, PTRACE_SYSCALL) * 1000 < pause_ms) {}
    unsigned long instructions = 0;
    empty(&code.lines), empty(&code.pages), empty(&data.lines), empty(&data.pages);
    if (argc > 4) {
      char name[4096];
      snprintf(name, sizeof name, "%s/%d", argv[4], stretch);
      copy = fopen(name, "w");
    }
    double took = 0;
    uint64_t last = 0;
    while (took * 1000 < pause_ms && instructions <= most) {
      struct user_regs_struct now;
      if (ptrace(PTRACE_GETREGS, pid, 0, &now)) fail("no registers");
      count(instruction_at(now.rip, pid), &now);
      // A repeated one, such as REP MOVSB, takes a step for each time and counts once.
      instructions += now.rip != last;
      last = now.rip;
      took = go(pid, PTRACE_SINGLESTEP);
    }
    if (copy) fclose(copy);
    copy = NULL;
    if (instructions > most) continue;
    printf("%lu %zu %zu %zu %zu\n", instructions, code.lines.count, data.lines.count, code.pages.count, data.pages.count);
    fflush(stdout);
    stretch++;
  }
  ptrace(PTRACE_DETACH, pid, 0, 0);
}
