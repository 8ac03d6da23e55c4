import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';

/** A value derived from signals and `inputs`: renders the component again only when the value changes. */
export function useDerived<T>(derive: () => T, inputs: readonly unknown[]): T {
  return useMemo(() => computed(derive), inputs).value;
}
