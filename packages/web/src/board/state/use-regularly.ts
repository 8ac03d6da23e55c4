import { useEffect } from 'preact/hooks';

/** Runs at once, and again regularly for as long as the component is shown and somebody looks at the page. */
export function useRegularly(everyMs: number, run: () => unknown): void {
  useEffect(() => {
    void run();
    const timer = setInterval(() => {
      if (!document.hidden) void run();
    }, everyMs);
    return () => clearInterval(timer);
  }, []);
}
