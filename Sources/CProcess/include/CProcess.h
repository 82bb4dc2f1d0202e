// What the system passes to a process. Swift's `CommandLine` reads it from /proc, which may be missing.
#pragma once

/// Returns the arguments, the program's own name first, and stores their number.
char *const *processArguments(int *count);

/// Returns the path that the program was started by, or null if it is unknown.
const char *processPath(void);
