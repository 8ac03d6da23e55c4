import { computed, signal } from '@preact/signals';
import { isLive } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { showToast } from '../../../ui/index.ts';
import { loadText, saveText } from '../../../ui/storage.ts';
import { plotter } from '../../client.ts';
import { describeRefusal, readRefusal } from '../describe-reason.ts';
import { confirmNewOrigin } from '../jobs/job-questions.ts';
import { penMotion } from '../pen-motion/pen-motion.ts';
import { runAction } from '../run-action.ts';
import { isReachable, isRunning, machine, status } from '../store.ts';

const texts = plotterTexts.manualControl;

/** In millimetres. */
export const jogSteps = [0.1, 1, 10, 50] as const;
export type JogStep = (typeof jogSteps)[number];

const storageKey = 'stationery.plotter.jog';

export const jogStep = signal<JogStep>(readJogStep());

function readJogStep(): JogStep {
  const stored = Number(loadText(storageKey));
  return jogSteps.find((step) => step === stored) ?? 10;
}

export function setJogStep(step: JogStep): void {
  jogStep.value = step;
  saveText(storageKey, String(step));
}

export const whyDisabled = computed(() => {
  if (status.value === undefined) return sharedTexts.loading;
  if (isRunning.value) return texts.running;
  return isReachable.value && isLive.value ? undefined : texts.notConnected;
});

/** Whether relative moves are impossible, because coordinates are absolute and the position is unknown. */
export const isPositionMissing = computed(
  () => machine.value?.coordinates !== 'relative' && status.value?.position === null,
);

/** Shows a refusal as a toast. Returns whether the command succeeded. */
export async function sendByHand(line: string): Promise<boolean> {
  const reason = whyDisabled.peek();
  if (reason !== undefined) {
    showToast({ message: reason });
    return false;
  }
  const result = await runAction(`manual ${line}`, () => plotter.send(line));
  if (result === undefined || result.ok) return result?.ok ?? false;
  const why = describeRefusal(readRefusal(result.refusal), result.terminalLine);
  showToast({ message: plotterTexts.reasons.refused(line, why), tone: 'danger' });
  return false;
}

export const penUp = () => void sendByHand('PENUP');
export const penDown = () => void sendByHand('PENDOWN');
export const togglePen = () => (penMotion.isDown ? penUp() : penDown());
export const goHome = () => void sendByHand('HOME');
export const readPosition = () => void sendByHand('STATUS');

export function setOrigin(): void {
  confirmNewOrigin(async () => {
    if (await sendByHand('ZERO')) showToast({ message: texts.zeroDone });
  });
}
