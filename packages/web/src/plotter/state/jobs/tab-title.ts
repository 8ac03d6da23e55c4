import { effect } from '@preact/signals';
import { plotterTexts } from '../../../texts/plotter.ts';
import { currentJob, interruptedJob, machine } from '../store.ts';
import { tabTitle } from './notices.ts';

/** Keeps the title of the tab up to date. Gives the way to end this. */
export function followTabTitle(): () => void {
  return effect(() => {
    const name = machine.value?.name ?? plotterTexts.title;
    document.title = tabTitle(currentJob.value, interruptedJob.value, name);
  });
}
