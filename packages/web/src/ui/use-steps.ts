import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

/** Counts to `last`, to render a large part of a page in several tasks. */
export function useSteps(last: number): number {
  const step = useSignal(0);
  useLayoutEffect(() => {
    if (step.value >= last) return undefined;
    const timer = setTimeout(() => {
      step.value += 1;
    });
    return () => clearTimeout(timer);
  }, [step.value, last]);
  return step.value;
}
