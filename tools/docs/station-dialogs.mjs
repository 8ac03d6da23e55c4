import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../lib/prepare.mjs';

/** Arguments for a Chromium with a microphone that beeps. */
export const fakeMicrophone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/** Takes pictures of the dialogs of a station with a player and the tag “The owl”. */
export async function takeDialogPictures(page) {
  const dialog = page.locator('dialog[open]');
  const press = (name, parent = page) => parent.getByRole('button', { name, exact: true }).click();
  const choose = (name) => page.getByRole('menuitem', { name, exact: true }).click();
  const take = (name) => dialog.screenshot({ path: join(root, `docs/pictures/${name}.png`) });
  await press('Menu');
  await choose('Limits');
  await dialog.getByLabel('Quiet hours').check();
  await dialog.getByLabel('Minutes per day').fill('60');
  await take('limits');
  await press('Cancel', dialog);
  await press('More actions for tag The owl');
  await choose('Record a message');
  await press('Record', dialog);
  await sleep(4_000);
  await press('Stop', dialog);
  await dialog.getByRole('slider').first().waitFor();
  await take('record');
}
