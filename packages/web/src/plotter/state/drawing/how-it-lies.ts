import { computed, effect } from '@preact/signals';
import { lies } from './placed-drawing.ts';
import { settings, thought, wish } from './session.ts';

const hasPlan = computed(() => thought.value !== undefined);

effect(() => {
  const [now, wished] = [settings.value, wish.value];
  lies.value = now && { settings: now, wish: wished, isPlanned: hasPlan.value };
});
