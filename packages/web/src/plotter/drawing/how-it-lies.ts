import { computed, effect } from '@preact/signals';
import { lies } from './placed.ts';
import { settings, thought, wish } from './session.ts';

const hasPlan = computed(() => thought.value !== undefined);

/** Told from the first plan on: a drawing that ends its tab while it is planned must not do so after every reload. */
effect(() => {
  const [now, wished] = [settings.value, wish.value];
  lies.value = now && hasPlan.value ? { settings: now, wish: wished } : undefined;
});
