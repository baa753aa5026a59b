"""Faults at one call of the system, by a library that is loaded before the program:

    calls = FaultyCalls(folder)
    cli.run(..., env=calls.at("rename", "genes.gff3.gz", "kill -9 $PPID"))
"""
import shutil
import subprocess
import unittest

import cli

SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Whether the call on this path is the one to fail; what else is to happen then has happened. Once in a process.
static int fails(const char* call, const char* path) {
  static int is_done;
  const char* name = getenv("FAULT_NAME");
  if (is_done || name == NULL || strcmp(getenv("FAULT_CALL"), call) != 0) return 0;
  const char* found = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
  char temporary[PATH_MAX];
  const int length = snprintf(temporary, sizeof temporary, ".%s.exonweave-", name);
  if (strcmp(found, name) != 0 && strncmp(found, temporary, length) != 0) return 0;
  is_done = 1;
  unsetenv("LD_PRELOAD");
  if (getenv("FAULT_COMMAND") != NULL) return system(getenv("FAULT_COMMAND")) == -1;
  errno = EIO;
  return 1;
}

int rename(const char* before, const char* after) {
  int (*const call)(const char*, const char*) = (int (*)(const char*, const char*))dlsym(RTLD_NEXT, "rename");
  return fails("rename", after) ? -1 : call(before, after);
}

int fsync(int descriptor) {
  int (*const call)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  char link[64], path[PATH_MAX] = "";
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  if (readlink(link, path, sizeof path - 1) < 0) path[0] = 0;
  return fails("fsync", path) ? -1 : call(descriptor);
}
"""


class FaultyCalls:
    def __init__(self, folder):
        """Compiles the library in the folder, or skips the test."""
        if not shutil.which("cc"):
            raise unittest.SkipTest("no compiler of C")
        if "asan" in cli.BINARY or "tsan" in cli.BINARY:
            raise unittest.SkipTest("sanitizers want to be loaded first")
        source, self.library = folder / "calls.c", folder / "calls.so"
        source.write_text(SOURCE)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", self.library, source, "-ldl"], check=True)

    def at(self, call, name, command=None):
        """Variables of a run whose first rename to `name`, or fsync of a file that will have it or of the folder `name`,
        fails; with a command it comes about when that has run, in a shell whose parent is the program."""
        return {"LD_PRELOAD": self.library, "FAULT_CALL": call, "FAULT_NAME": name, "FAULT_COMMAND": command}
