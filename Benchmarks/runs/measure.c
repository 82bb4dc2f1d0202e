// Runs a command and writes what it took: wall, user and system seconds, peak memory in kB, and the exit status.
//
//   measure RESULT COMMAND [ARGUMENT…]
//
// A process inherits the peak memory of the one that it was started from, so what starts it has to be small.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(int count, char **arguments) {
  if (count < 3) return 64;
  struct timespec from, to;
  struct rusage usage;
  int status;
  clock_gettime(CLOCK_MONOTONIC, &from);
  pid_t child = fork();
  if (child < 0) return 71;
  if (child == 0) {
    execvp(arguments[2], arguments + 2);
    perror(arguments[2]);
    _exit(127);
  }
  if (wait4(child, &status, 0, &usage) < 0) return 71;
  clock_gettime(CLOCK_MONOTONIC, &to);
  FILE *result = fopen(arguments[1], "w");
  if (!result) return 73;
  fprintf(result, "%.9f %ld.%06ld %ld.%06ld %ld %d\n", to.tv_sec - from.tv_sec + (to.tv_nsec - from.tv_nsec) * 1e-9,
          (long)usage.ru_utime.tv_sec, (long)usage.ru_utime.tv_usec, (long)usage.ru_stime.tv_sec,
          (long)usage.ru_stime.tv_usec, usage.ru_maxrss, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return fclose(result) ? 74 : 0;
}
