/** Shorter measurements depend more on the machine than on the function. */
const noticeableMs = 2;
/** For four times the input, linear functions take four times as long, quadratic ones sixteen times. */
const steep = 9;
const runs = 5;
const longMs = 300;

/**
 * Exponential functions still end at the first sizes; quadratic functions take long enough to measure at the
 * last.
 */
const defaultSizes = [12, 16, 20, 24, 28, 32, 48, 64, 128, 256, 512, 1024, 2048, 4096, 8192];

/**
 * Runs a function on growing inputs and returns the size at which its time grew faster than the input, if any.
 * To be independent of the machine and its load, it compares only times of the same run, uses the best of
 * several measurements, and reports a size only if it was steep three times.
 */
export function steepGrowth<T>(
  makeInput: (size: number) => T,
  run: (input: T) => void,
  sizes: readonly number[] = defaultSizes,
): { size: number; ratio: number } | undefined {
  for (const size of sizes) {
    const input = makeInput(size);
    if (isShort(() => run(input))) continue;
    const quarter = makeInput(Math.max(1, Math.floor(size / 4)));
    let ratio = Number.POSITIVE_INFINITY;
    for (let times = 0; times < 3 && ratio > steep; times++) {
      ratio = Math.min(ratio, ratioOf(run, input, quarter));
    }
    if (ratio > steep) return { size, ratio };
  }
  return undefined;
}

/**
 * Returns 0 if too short to measure. Alternates the inputs, so that the compiler's thread affects both alike.
 */
function ratioOf<T>(run: (input: T) => void, whole: T, quarter: T): number {
  let wholeMs = Number.POSITIVE_INFINITY;
  let quarterMs = Number.POSITIVE_INFINITY;
  for (let done = 0; done < runs; done++) {
    wholeMs = Math.min(
      wholeMs,
      timeMs(() => run(whole)),
    );
    quarterMs = Math.min(
      quarterMs,
      timeMs(() => run(quarter)),
    );
    // A run this long is not a hiccup of the machine.
    if (wholeMs >= longMs) break;
  }
  return wholeMs < noticeableMs ? 0 : wholeMs / Math.max(quarterMs, 1e-3);
}

/** Uses wall time, which is never shorter than CPU time and takes a tenth as long to read. */
function isShort(run: () => void): boolean {
  const fromMs = performance.now();
  run();
  return performance.now() - fromMs < noticeableMs;
}

/** Measures CPU time, because a busy machine interrupts long runs more often. */
function timeMs(run: () => void): number {
  const from = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}
