import { useEffect } from 'preact/hooks';

/** Runs at once, then at intervals while the page is visible. */
export function useRegularly(everyMs: number, run: () => unknown): void {
  useEffect(() => {
    void run();
    const timer = setInterval(() => {
      if (!document.hidden) void run();
    }, everyMs);
    return () => clearInterval(timer);
  }, []);
}
