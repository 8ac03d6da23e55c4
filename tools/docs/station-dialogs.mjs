import { setTimeout as sleep } from 'node:timers/promises';
import { picture } from './plotter-page.mjs';

/** Browser options for a simulated microphone, which beeps. */
export const fakeMicrophone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/** Simulated responses for hardware that this machine may not have, by path below `/api/v1`. */
const hardware = {
  'player/outputs': {
    output: 'usb',
    can_choose: true,
    outputs: [
      { id: 'jack', name: 'Headphones', connected: true, volume: 40 },
      { id: 'usb', name: 'USB Audio', connected: true, volume: 65 },
    ],
  },
  bluetooth: {
    available: true,
    searching: false,
    devices: [{ address: 'F8:DF:15:00:12:34', name: 'JBL Flip', paired: true, connected: false }],
  },
  'player/limits': {
    quiet: { from: '20:00', to: '07:00' },
    minutes_per_day: 60,
    minutes_used: 0,
    volume_min: 0,
    volume_cap: 80,
    volume_start: 40,
    shutdown_idle: 30,
    shutdown_at: '21:00',
    shutdown_battery: 5,
    clock_trusted: true,
    can_shut_down: true,
    battery: { state: 'discharging', percent: 80, low: false },
    has_pin: false,
  },
  buttons: {
    buttons: [
      { control: 'key-164', action: 'pause' },
      { control: 'knob-7-up', action: 'volume_up' },
      { control: 'knob-7-down', action: 'volume_down' },
    ],
    devices: [
      { name: 'button@11', readable: true },
      { name: 'rotary@17', readable: true },
    ],
  },
};

/** Takes the pictures of the dialogs. Needs a station with a player and the tags “The owl” and “The fox”. */
export async function takeDialogPictures(page) {
  for (const [path, attributes] of Object.entries(hardware))
    await page.route(`**/api/v1/${path}`, (route) =>
      route.fulfill({ contentType: 'application/vnd.api+json', json: { data: { attributes } } }),
    );
  const dialog = page.locator('dialog[open]');
  const press = (name, parent = page) => parent.getByRole('button', { name, exact: true }).click();
  const choose = (name) => page.getByRole('menuitem', { name, exact: true }).click();
  const take = (name) => dialog.screenshot({ path: picture(name) });
  // Make the page high enough for the dialog “Limits”, which does not scroll.
  await page.setViewportSize({ width: 1280, height: 1000 });
  await press('Menu');
  await choose('Limits');
  await dialog.getByLabel('Quiet hours').waitFor();
  await take('limits');
  await press('Cancel', dialog);
  await press('Menu');
  await choose('Sound output');
  await dialog.getByText('JBL Flip').waitFor();
  await take('outputs');
  await press('Close', dialog);
  await press('Menu');
  await choose('Buttons');
  await dialog.getByText('button@11').waitFor();
  await take('buttons');
  await press('Cancel', dialog);
  await press('Print labels');
  await dialog.getByText('The fox').first().waitFor();
  await take('labels');
  await press('Close', dialog);
  await press('More actions for tag The fox');
  await choose('Edit tag');
  await dialog.getByText('Stream', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Web address' }).fill('https://example.org/podcast.rss');
  await take('streams');
  await press('Cancel', dialog);
  await press('More actions for tag The owl');
  await choose('Record a message');
  await press('Record', dialog);
  await sleep(4_000);
  await press('Stop', dialog);
  await dialog.getByRole('slider').first().waitFor();
  await take('record');
}
