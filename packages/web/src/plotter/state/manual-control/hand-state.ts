import { computed, signal } from '@preact/signals';
import { isLive } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { keepText, keptText } from '../../../ui/storage.ts';
import { isReachable, isRunning, machine, status } from '../store.ts';

/** How far a press moves, in millimetres. */
export const jogSteps = [0.1, 1, 10, 50] as const;
export type JogStep = (typeof jogSteps)[number];

const storageKey = 'stationery.plotter.jog';
const kept = Number(keptText(storageKey));

export const jogStep = signal<JogStep>(jogSteps.find((step) => step === kept) ?? 10);

export function setJogStep(step: JogStep): void {
  jogStep.value = step;
  keepText(storageKey, String(step));
}

/** Why the pen cannot be moved by hand right now; undefined when it can. */
export const handsOff = computed(() => {
  const texts = plotterTexts.hand;
  if (status.value === undefined) return plotterTexts.loading;
  if (isRunning.value) return texts.running;
  return isReachable.value && isLive.value ? undefined : texts.notConnected;
});

/** Where nobody knows where the pen is, no place beside it can be named. */
export const isPlaceMissing = computed(
  () => machine.value?.coordinates !== 'relative' && status.value?.position === null,
);
