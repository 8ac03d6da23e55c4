/** Half a frame, so that the page stays fluid even on a slow phone. */
const taskMs = 8;

/**
 * Runs steps in tasks of a few milliseconds. The first task runs at once, so short work is done when this function
 * returns. Returns a function that ends the run.
 */
export function runInShortTasks(steps: Iterator<void>, onEnd?: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    const endMs = performance.now() + taskMs;
    do {
      if (!steps.next().done) continue;
      onEnd?.();
      return;
    } while (performance.now() < endMs);
    timer = setTimeout(run);
  };
  run();
  return () => clearTimeout(timer);
}

/** Resolves in the next task, so that the page can react in between. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Number of items per step. The clock is checked between steps. */
const itemsPerStep = 200;

export function* filterInSteps<T>(items: readonly T[], isWanted: (item: T) => boolean): Generator<void, T[]> {
  const found: T[] = [];
  for (const [at, item] of items.entries()) {
    if (isWanted(item)) found.push(item);
    if (at % itemsPerStep === 0) yield;
  }
  return found;
}

/** A stable merge sort. */
export function* sortInSteps<T>(
  items: readonly T[],
  compare: (one: T, other: T) => number,
): Generator<void, T[]> {
  let sorted: T[] = [];
  for (let from = 0; from < items.length; from += itemsPerStep) {
    for (const item of items.slice(from, from + itemsPerStep).sort(compare)) sorted.push(item);
    yield;
  }
  for (let length = itemsPerStep; length < items.length; length *= 2) {
    const merged: T[] = [];
    for (let from = 0; from < items.length; from += 2 * length) {
      const [middle, end] = [
        Math.min(from + length, items.length),
        Math.min(from + 2 * length, items.length),
      ];
      let [left, right] = [from, middle];
      while (left < middle || right < end) {
        const isLeft = right >= end || (left < middle && compare(sorted[left]!, sorted[right]!) <= 0);
        merged.push(sorted[isLeft ? left++ : right++]!);
        if (merged.length % itemsPerStep === 0) yield;
      }
    }
    sorted = merged;
  }
  return sorted;
}
