#include "CProcess.h"

#include <sys/auxv.h>

static int argumentCount;
static char **arguments;

// The C library passes what it passes to `main`.
__attribute__((constructor)) static void keepArguments(int count, char **words) {
  argumentCount = count;
  arguments = words;
}

char *const *processArguments(int *count) {
  *count = argumentCount;
  return arguments;
}

const char *processPath(void) { return (const char *)getauxval(AT_EXECFN); }
