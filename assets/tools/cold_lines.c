// Counts what a program touches between two sleeps. Reads the memory trace of valgrind's lackey from standard input and
// splits it where the program pauses. For each stretch except the first, which is the start, it prints five numbers:
// instructions, cache lines of code (64 bytes) and of data, pages of code (4 KiB) and of data. Each line and page
// counts once.
//
// A program that wakes once a second finds its caches cold, so lines and pages cost more than instructions.
// gcc -O2 -o cold_lines cold_lines.c; valgrind --tool=lackey --trace-mem=yes --log-fd=9 PROGRAM 9>&1 >/dev/null |
// cold_lines [FOLDER]
// With a folder each stretch's trace is also written there.
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { pipe_size = 1 << 20, pause_ms = 250, rest_us = 3000, least_instructions = 100 };

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
static unsigned long instructions;
static int stretches;
static FILE *copy;
static const char *folder;

static void touch(struct set *lines, struct set *pages, uint64_t address, unsigned long size) {
  for (uint64_t line = address >> 6; line <= (address + size - 1) >> 6; line++) insert(lines, line);
  insert(pages, address >> 12);
}

// A line is `I  04001000,3` for an instruction; ` L`, ` S` or ` M` for a load, a store or both. All other lines are
// valgrind's messages.
static void read_line(char *line) {
  int is_code = line[0] == 'I' && line[1] == ' ', is_data = line[0] == ' ' && line[1] && strchr("LSM", line[1]);
  if (!is_code && !is_data) return;
  char *end;
  uint64_t address = strtoull(line + 2, &end, 16);
  if (*end != ',') return;
  unsigned long size = strtoul(end + 1, NULL, 10);
  if (is_code) touch(&code.lines, &code.pages, address, size ? size : 1);
  else touch(&data.lines, &data.pages, address, size ? size : 1);
  instructions += is_code;
  if (copy) fprintf(copy, "%s\n", line);
}

static void end_stretch(void) {
  if (stretches++) {
    printf("%lu %zu %zu %zu %zu\n", instructions, code.lines.count, data.lines.count, code.pages.count, data.pages.count);
    fflush(stdout);
  }
  empty(&code.lines), empty(&code.pages), empty(&data.lines), empty(&data.pages);
  instructions = 0;
  if (copy) fclose(copy);
  copy = NULL;
  if (!folder) return;
  char name[4096];
  snprintf(name, sizeof name, "%s/%d", folder, stretches);
  copy = fopen(name, "w");
}

int main(int argc, char **argv) {
  folder = argc > 1 ? argv[1] : NULL;
  static char buffer[pipe_size], line[256];
  size_t length = 0;
  // Valgrind writes line by line. A large pipe lets this program read much at a time, so valgrind is woken less often.
  fcntl(0, F_SETPIPE_SZ, pipe_size);
  struct pollfd input = {.fd = 0, .events = POLLIN};
  for (ssize_t got; poll(&input, 1, pause_ms) || 1;) {
    if (!input.revents) {
      if (instructions >= least_instructions) end_stretch();
      continue;
    }
    usleep(rest_us);
    if ((got = read(0, buffer, sizeof buffer)) <= 0) return 0;
    for (ssize_t i = 0; i < got; i++) {
      if (buffer[i] != '\n') {
        if (length < sizeof line - 1) line[length++] = buffer[i];
        continue;
      }
      line[length] = 0;
      length = 0;
      read_line(line);
    }
  }
}
