import { plotterTexts } from '../../../texts/plotter.ts';
import { showToast } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { inWords } from '../describe-refusal.ts';
import { penMotion } from '../pen-motion.ts';
import { act } from '../run-action.ts';
import { handsOff } from './hand-state.ts';

const texts = plotterTexts.hand;

/** Sends a command for a button. A refusal is said in words; true when it was done. */
export async function command(line: string): Promise<boolean> {
  const reason = handsOff.peek();
  if (reason !== undefined) {
    showToast({ message: reason });
    return false;
  }
  const result = await act(`hand ${line}`, () => plotter.send(line));
  if (result === undefined || result.ok) return result?.ok ?? false;
  showToast({ message: texts.refused(line, inWords(result.terminalLine)), tone: 'danger' });
  return false;
}

export const penUp = () => void command('PENUP');
export const penDown = () => void command('PENDOWN');
export const togglePen = () => (penMotion.isDown ? penUp() : penDown());
export const goHome = () => void command('HOME');
export const readPosition = () => void command('STATUS');

export async function setZero(): Promise<void> {
  if (await command('ZERO')) showToast({ message: texts.zeroDone });
}
