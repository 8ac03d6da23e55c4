// Inside the machine: tests the station with a keyboard whose keys have actions.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../lib/until.mjs';
import { ask } from '../guest/http.mjs';
import { startService } from '../guest/stationery.mjs';
import { runSteps } from '../guest/steps.mjs';
import { plugIn } from './keyboard.mjs';

const base = 'http://127.0.0.1:8080';
let keyboard;
let service;

const attributes = async (path) => JSON.parse((await ask(`${base}${path}`)).text).data.attributes;

async function assign(buttons) {
  const answer = await ask(`${base}/api/v1/buttons`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { id: 'buttons', type: 'buttons', attributes: { buttons } } }),
  });
  assert.equal(answer.status, 200);
}

/** Presses the key repeatedly, because the station looks for new devices only every 2 s. */
async function pressUntilVolumeChanges() {
  const { volume } = await attributes('/api/v1/player');
  await until('another volume', async () => {
    keyboard.type('2');
    return (await attributes('/api/v1/player')).volume !== volume;
  });
}

await runSteps({
  'a client that waits for a button gets the key of a keyboard': async () => {
    service = startService(['station'], {
      STATION_READER: 'none',
      STATION_PLAYER: 'browser',
      STATION_HTTP_PORT: '8080',
      STATION_HTTPS_PORT: '0',
      STATION_DISCOVERY: 'off',
      STATION_DATA_DIR: mkdtempSync(join(tmpdir(), 'station-')),
    });
    await until('the service runs', service.isUp);
    keyboard = await plugIn();
    const answer = ask(`${base}/api/v1/buttons/pressed?timeout=60`);
    const { text } = await until('the key', async () => {
      keyboard.type('2');
      return Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 500))]);
    });
    assert.equal(JSON.parse(text).data.attributes.control, 'key-3');
  },
  'a key runs its action': async () => {
    await assign([{ control: 'key-3', action: 'volume_down' }]);
    await pressUntilVolumeChanges();
  },
  'a keyboard works again after it was unplugged': async () => {
    keyboard.unplug();
    await until('the loss', async () =>
      (await attributes('/api/v1/buttons')).devices.every(({ name }) => !name.includes('RFID')),
    );
    keyboard = await plugIn();
    await pressUntilVolumeChanges();
  },
});

service?.kill('SIGKILL');
process.exit();
