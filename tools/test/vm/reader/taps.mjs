// Inside the machine: tests the station with a keyboard reader.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { constants, mkdtempSync, openSync, readSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../lib/until.mjs';
import { ask } from '../guest/http.mjs';
import { startService } from '../guest/stationery.mjs';
import { runSteps } from '../guest/steps.mjs';
import { plugIn } from './keyboard.mjs';

const base = 'http://127.0.0.1:8080';
let reader;
let service;
let other;

function startStation() {
  service = startService(['station'], {
    STATION_READER: `hid:${reader.path}`,
    STATION_HTTP_PORT: '8080',
    STATION_HTTPS_PORT: '0',
    STATION_DISCOVERY: 'off',
    STATION_DATA_DIR: mkdtempSync(join(tmpdir(), 'station-')),
  });
  return until('the service runs', service.isUp);
}

async function scan(number) {
  const answer = ask(`${base}/api/v1/scanner/tags?timeout=60`);
  await until('a client waits', async () => {
    reader.type(number);
    return Promise.race([answer.then(() => true), new Promise((resolve) => setTimeout(resolve, 500))]);
  });
  const { status, text } = await answer;
  return { status, serials: (JSON.parse(text).included ?? []).map(({ serial }) => serial) };
}

function readByOther() {
  try {
    return readSync(other, Buffer.alloc(4096));
  } catch (error) {
    assert.equal(error.code, 'EAGAIN');
    return 0;
  }
}

await runSteps({
  'the kernel has an input device for the reader': async () => {
    reader = await plugIn();
    other = openSync(reader.path, constants.O_RDONLY | constants.O_NONBLOCK);
    reader.type('1');
    await until('the key', () => readByOther() > 0);
  },
  'a typed number is read as a tag': async () => {
    await startStation();
    await until(
      'the reader is ready',
      async () => (await ask(`${base}/api/v1/scanner/tags?timeout=0`)).status === 200,
    );
    readByOther();
    assert.deepEqual(await scan('0077735002\n'), { status: 200, serials: ['0x04A2245A'] });
  },
  'no other program gets the keys': () => assert.equal(readByOther(), 0),
  'a station that is killed releases the device': async () => {
    service.kill('SIGKILL');
    await once(service, 'exit');
    await until('the key', () => {
      reader.type('1');
      return readByOther() > 0;
    });
  },
  'the next station grabs the device, and reports it missing when it is unplugged': async () => {
    await startStation();
    assert.deepEqual((await scan('04A2245B\n')).serials, ['0x04A2245B']);
    reader.unplug();
    await until('the loss', async () => (await ask(`${base}/api/v1/scanner/tags?timeout=0`)).status === 503);
    return `noticed within ${until.tookMs} ms`;
  },
  'a reader that is plugged in again is found automatically': async () => {
    const before = reader.path;
    reader = await plugIn();
    assert.equal(reader.path, before);
    await until(
      'the reader is ready',
      async () => (await ask(`${base}/api/v1/scanner/tags?timeout=0`)).status === 200,
    );
    assert.deepEqual((await scan('04A2245C\n')).serials, ['0x04A2245C']);
  },
});

service?.kill('SIGKILL');
process.exit();
