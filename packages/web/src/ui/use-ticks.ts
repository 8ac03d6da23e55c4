import { useEffect, useState } from 'preact/hooks';

export function useTicks(everyMs: number, isRunning = true): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setTick((tick) => tick + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, isRunning]);
}

/** `atMs` is a time of `Date.now()`. */
export function useSecondsUntil(atMs: number | undefined): number {
  useTicks(200, atMs !== undefined);
  return atMs === undefined ? 0 : Math.max(0, Math.ceil((atMs - Date.now()) / 1000));
}
