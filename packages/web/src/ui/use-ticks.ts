import { useEffect, useState } from 'preact/hooks';

/** Renders the component again every `everyMs` while `isRunning`. */
export function useTicks(everyMs: number, isRunning = true): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setTick((tick) => tick + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, isRunning]);
}

/** Returns the whole seconds until a time of `Date.now()`; 0 if there is no time. */
export function useSecondsUntil(atMs: number | undefined): number {
  useTicks(200, atMs !== undefined);
  return atMs === undefined ? 0 : Math.max(0, Math.ceil((atMs - Date.now()) / 1000));
}
