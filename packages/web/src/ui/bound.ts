import type { Signal } from '@preact/signals';

/** Binds a field to a signal, as in `<Field label="Name" {...bound(name)} />`. */
export const bound = <T>(signal: Signal<T>) => ({
  value: signal.value,
  onChange: (value: T) => {
    signal.value = value;
  },
});
