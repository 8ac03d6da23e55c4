/** Below this a measurement says more about the machine than about the function. */
const noticeableMs = 2;
/** Four times the input takes a linear function four times as long and a quadratic one sixteen times. */
const steep = 9;
const runs = 5;
const longMs = 300;

/** From sizes at which an exponential function still ends, to sizes at which a quadratic one is noticeable. */
const defaultSizes = [12, 16, 20, 24, 28, 32, 48, 64, 128, 256, 512, 1024, 2048, 4096, 8192];

/**
 * Runs a function on growing inputs and gives the size at which its time grew faster than the input, if there
 * is one. Times are compared with each other and never with a clock, each is the best of several runs, and a
 * size is only reported when it looks steep three times, so a busy machine changes nothing.
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
    const ratios = Array.from({ length: 3 }, () => ratioOf(run, input, quarter));
    const ratio = Math.min(...ratios);
    if (ratio > steep) return { size, ratio };
  }
  return undefined;
}

/**
 * 0 where the longer run turns out to be too short to be measured. Both by turns: what another thread of this process does
 * meanwhile, such as compiling, counts for both alike, and not for the short runs alone.
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
    // What takes this long is no hiccup of the machine.
    if (wholeMs >= longMs) break;
  }
  return wholeMs < noticeableMs ? 0 : wholeMs / Math.max(quarterMs, 1e-3);
}

/** By the clock alone, which is read in a tenth of the time: the processor is never busy for longer than that. */
function isShort(run: () => void): boolean {
  const fromMs = performance.now();
  run();
  return performance.now() - fromMs < noticeableMs;
}

/** Of the processor: on a busy machine a long run is interrupted more often than a short one. */
function timeMs(run: () => void): number {
  const from = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}
