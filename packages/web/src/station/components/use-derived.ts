import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';

/** Renders the component again only if the value changes. */
export function useDerived<T>(derive: () => T, inputs: readonly unknown[]): T {
  return useMemo(() => computed(derive), inputs).value;
}
