// QEMU lays out the code that it makes by the processor's instruction cache lines. Because of a flaw of the
// Neoverse N1, Linux reports lines of 4096 bytes there; every few instructions then lie on a page of their own, and
// the virtual machine is slow. For QEMU alone the size is corrected by a small library, where a compiler can build it.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const largestRealLine = 256;

const source = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>
long sysconf(int name) {
  static long (*actual)(int);
  if (name == _SC_LEVEL1_ICACHE_LINESIZE) return 64;
  if (!actual) actual = (long (*)(int))dlsym(RTLD_NEXT, "sysconf");
  return actual(name);
}
`;

/** Variables for the environment of QEMU. */
export function cacheLineCorrection(cache) {
  const reported = Number(spawnSync('getconf', ['LEVEL1_ICACHE_LINESIZE'], { encoding: 'utf8' }).stdout);
  if (!(reported > largestRealLine)) return {};
  const library = join(cache, 'cache-line.so');
  if (!existsSync(library)) {
    writeFileSync(`${library}.c`, source);
    spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, `${library}.c`], { stdio: 'ignore' });
  }
  return existsSync(library) ? { LD_PRELOAD: library } : {};
}
