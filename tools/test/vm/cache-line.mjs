// Works around slow QEMU code generation on the Neoverse N1. QEMU flushes generated code by
// instruction cache lines. Because of an erratum, Linux reports lines of 4096 bytes there, for which
// QEMU spreads the code over pages. With the real 64 bytes, however, the kernel would trap on each
// line (1.4 µs). A small library for QEMU, built if there is a compiler, reports the real size and
// flushes by page.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const largestRealLine = 256;

const source = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#define PAGE 4096
long sysconf(int name) {
  static long (*actual)(int);
  if (name == _SC_LEVEL1_ICACHE_LINESIZE) return 64;
  if (!actual) actual = (long (*)(int))dlsym(RTLD_NEXT, "sysconf");
  return actual(name);
}
#ifdef __aarch64__
/* Like QEMU's, for processors whose data cache needs no cleaning. */
static void by_pages(uintptr_t code, uintptr_t writable, size_t length) {
  for (uintptr_t page = code & -PAGE; page < code + length; page += PAGE)
    __asm__ volatile("ic ivau, %0" : : "r"(page) : "memory");
  __asm__ volatile("dsb ish\\n\\tisb" : : : "memory");
}
__attribute__((constructor)) static void replace(void) {
  uint64_t cache_type;
  __asm__("mrs %0, ctr_el0" : "=r"(cache_type));
  const int needs_no_cleaning = cache_type >> 28 & 1;
  char *original = dlsym(RTLD_DEFAULT, "flush_idcache_range");
  if (!needs_no_cleaning || !original) return;
  void *pages = (void *)((uintptr_t)original & -PAGE);
  if (mprotect(pages, 2 * PAGE, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return;
  /* ldr x16, target; br x16; target: */
  const struct { uint32_t code[2]; void *target; } jump = {{0x58000050, 0xd61f0200}, by_pages};
  memcpy(original, &jump, sizeof jump);
  __builtin___clear_cache(original, original + sizeof jump);
  mprotect(pages, 2 * PAGE, PROT_READ | PROT_EXEC);
}
#endif
`;

/** Returns environment variables that make QEMU load the library; empty where it is not needed. */
export function cacheLineCorrection(cache) {
  const reported = Number(spawnSync('getconf', ['LEVEL1_ICACHE_LINESIZE'], { encoding: 'utf8' }).stdout);
  if (!(reported > largestRealLine)) return {};
  const library = join(cache, 'cache-line.so');
  const written = `${library}.c`;
  if (!existsSync(library) || readFileSync(written, 'utf8') !== source) {
    rmSync(library, { force: true });
    writeFileSync(written, source);
    spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, written], { stdio: 'ignore' });
  }
  return existsSync(library) ? { LD_PRELOAD: library } : {};
}
