import type { PalettePen } from '@stationery/client';
import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { showToast } from '../../../ui/index.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { setup } from '../../setup-client.ts';
import { runAction } from '../run-action.ts';
import { drawnDistances, ownedPens } from './pens.ts';

const texts = placeDrawingTexts.ownPens;

/** Keeps the pens if a request fails. */
export async function loadPens(): Promise<void> {
  ownedPens.value = await setup.pens().catch(() => ownedPens.peek());
  drawnDistances.value = await setup.drawnDistances().catch(() => drawnDistances.peek());
}

/** More than all the pens that the service can store. */
const maxBytes = 1_000_000;

/** Reads pens from a file that `savePens` wrote. The service validates them. */
export async function readPens(file: Blob): Promise<void> {
  await runAction('pens', async () => {
    const pens = file.size > maxBytes ? undefined : pensIn(await file.text());
    if (pens === undefined) showToast({ message: texts.notPens, tone: 'danger' });
    else ownedPens.value = await setup.setPens(pens);
  });
}

function pensIn(text: string): PalettePen[] | undefined {
  try {
    const { pens } = JSON.parse(text);
    return Array.isArray(pens) ? pens : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Replaces the pen called `name`. Without `pen`, removes it; without `name`, adds a pen. Reads the other pens
 * again, because a different tab may have changed them. Returns whether it succeeded.
 */
export async function changePen(name: string | undefined, pen: PalettePen | undefined): Promise<boolean> {
  const changed = await runAction('pens', async () => {
    const pens = await setup.pens();
    const at = pens.findIndex((one) => one.name === name);
    pens.splice(at === -1 ? pens.length : at, at === -1 ? 0 : 1, ...(pen === undefined ? [] : [pen]));
    return setup.setPens(pens);
  });
  if (changed === undefined) return false;
  ownedPens.value = changed;
  return true;
}

/** Resets the drawn distance. */
export async function replacePen(name: string): Promise<void> {
  drawnDistances.value = (await runAction('pens', () => setup.replacePen(name))) ?? drawnDistances.peek();
}

export function savePens(): void {
  const text = `${JSON.stringify({ pens: ownedPens.peek() }, null, 2)}\n`;
  saveFile('pens.json', new Blob([text], { type: 'application/json' }));
}
