/** Shorter measurements depend more on the machine than on the function. */
const noticeableMs = 2;
/** For four times the input, a linear function takes four times as long and a quadratic one sixteen times. */
const steep = 9;
const runs = 5;
const longMs = 300;

/** From small sizes, at which an exponential function still ends, to large ones, at which a quadratic one is measurable. */
const defaultSizes = [12, 16, 20, 24, 28, 32, 48, 64, 128, 256, 512, 1024, 2048, 4096, 8192];

/**
 * Runs a function on growing inputs and returns the size at which its time grew faster than the input, if
 * any. Times are compared only with each other, each is the best of several runs, and a size is reported only
 * if steep three times, so that a busy machine does not matter.
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
 * Returns 0 if the longer run is too short to measure. Alternates both runs, so that other threads of this
 * process, such as the compiler, affect both alike.
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

/**
 * Whether a run is too short to measure. Uses wall time, which takes a tenth as long to read as CPU
 * time and is never shorter.
 */
function isShort(run: () => void): boolean {
  const fromMs = performance.now();
  run();
  return performance.now() - fromMs < noticeableMs;
}

/** Measures CPU time, because a busy machine interrupts long runs more often than short ones. */
function timeMs(run: () => void): number {
  const from = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}
