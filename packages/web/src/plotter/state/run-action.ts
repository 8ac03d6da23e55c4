import { signal } from '@preact/signals';
import { explain } from '../../service/index.ts';
import { inWords } from './describe-refusal.ts';
import { toastUntilConnected } from './until-connected.ts';

const underWay = signal<ReadonlySet<string>>(new Set());

/** Whether what this name stands for is being asked right now. */
export const isBusy = (name: string) => underWay.value.has(name);

/**
 * Asks the service for something. What goes wrong is said in a toast, after what is worse than the reason;
 * gives undefined then.
 */
export async function act<T>(name: string, ask: () => Promise<T>, worse = ''): Promise<T | undefined> {
  if (underWay.peek().has(name)) return undefined;
  underWay.value = new Set(underWay.peek()).add(name);
  try {
    return await ask();
  } catch (error) {
    toastUntilConnected({
      message: `${worse}${inWords(explain(error))}`,
      tone: 'danger',
      durationMs: 10_000,
    });
    return undefined;
  } finally {
    const left = new Set(underWay.peek());
    left.delete(name);
    underWay.value = left;
  }
}
