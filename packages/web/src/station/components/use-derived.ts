import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';

/** A value made from signals and `inputs`: the component is made again when the value changes, and not with every change of a signal. */
export function useDerived<T>(derive: () => T, inputs: readonly unknown[]): T {
  return useMemo(() => computed(derive), inputs).value;
}
