// Measures the idle memory of the station with all features off and with each of them in use,
// compared with a bare HTTP server.
//
//   npm run bench:features [-- rounds, default 3]
//
// The heap is measured after a garbage collection, 3 s after the feature was used. The floor is a bare
// `node:http` server on the same Node. Each round starts every variant once. The first round does not
// count; the others use its data.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../lib/prepare.mjs';
import { machine, median, temporaryFolder } from '../lib/programs.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';
import { Program } from '../lib/service.mjs';
import { printHead, printRow } from '../lib/table.mjs';
import { until } from '../lib/until.mjs';

const { positionals } = readArguments({ script: import.meta.filename, most: 1 });
const rounds = readNumber(positionals[0] ?? '3', 'the number of rounds');
const restMs = 3_000;
const folder = temporaryFolder();
const serial = '0x04A2245A6B2C80';
const nothing = 'http://127.0.0.1:9';

/**
 * The variants: settings, and requests that use the feature.
 *
 * @type {Record<string, { env?: Record<string, string>, use?: (url: string) => unknown }>}
 */
const features = {
  'all off': {},
  'quiet hours, minutes per day': {
    use: (url) =>
      patch(url, 'player/limits', 'player-limits', {
        quiet: { from: '20:00', to: '07:00' },
        minutes_per_day: 60,
      }),
  },
  'page as the player': { env: { STATION_PLAYER: 'browser' } },
  mpv: { env: { STATION_PLAYER: 'mpv' } },
  MPD: { env: { STATION_PLAYER: 'mpd:127.0.0.1:9' } },
  buttons: {
    use: (url) =>
      patch(url, 'buttons', 'buttons', { buttons: [{ control: 'key-115', action: 'volume_up' }] }),
  },
  'list of Bluetooth speakers': { use: (url) => ask(url, 'GET', 'api/v1/bluetooth') },
  'tap of a stream': {
    env: { STATION_PLAYER: 'browser' },
    use: (url) => tap(url, { kind: 'stream', url: 'https://example.org/radio.mp3' }),
  },
  'tap of a drawing': { use: (url) => tap(url, { kind: 'playlist', files: ['lion.svg'], shuffled: false }) },
  webhook: { env: { STATION_WEBHOOK_URL: nothing, STATION_WEBHOOK_SECRET: 'secret-of-16-letters' } },
  MQTT: { env: { STATION_MQTT_URL: 'mqtt://127.0.0.1:9' } },
  fleet: { env: { FLEET_URL: 'nats://127.0.0.1:9' } },
};

const figures = Object.fromEntries(['bare server', ...Object.keys(features)].map((name) => [name, []]));
for (let round = 0; round <= rounds; round++) {
  const all = { 'bare server': await measureFloor() };
  for (const [name, feature] of Object.entries(features)) all[name] = await measure(name, feature);
  if (round > 0) for (const [name, figure] of Object.entries(all)) figures[name].push(figure);
}
const heapMiB = (name) => median(figures[name].map(({ heap }) => heap)) / 2 ** 20;
console.log(`Idle memory, ${machine()}; median of ${rounds} starts\n`);
printHead('', 'heap', 'more than all off', 'heap / floor', 'resident');
for (const name of Object.keys(figures)) {
  const residentMiB = median(figures[name].map(({ resident }) => resident)) / 2 ** 20;
  const more =
    name === 'bare server' ? '' : `${((heapMiB(name) - heapMiB('all off')) * 1024).toFixed(0)} KiB`;
  const ratio = (heapMiB(name) / heapMiB('bare server')).toFixed(2);
  printRow(name, `${heapMiB(name).toFixed(2)} MiB`, more, ratio, `${residentMiB.toFixed(0)} MiB`);
}

function measureFloor() {
  return measureProgram([folder], {}, 'tools/bench/lib/floor-server.mjs', (url) => ask(url, 'GET', ''));
}

function measure(name, feature) {
  const home = join(folder, name.replaceAll(' ', '-'));
  const card = join(home, 'card');
  mkdirSync(card, { recursive: true });
  writeFileSync(join(card, 'lion.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>');
  const settings = {
    STATION_DATA_DIR: join(home, 'data'),
    STATION_CARD_DIR: card,
    STATION_PLOTTER: nothing,
    STATION_HTTP_PORT: '0',
    STATION_HTTPS_PORT: '0',
    STATION_PLAYER: 'none',
    STATION_DISCOVERY: 'off',
    ...feature.env,
  };
  return measureProgram(['station', '--log-level', 'silent'], settings, undefined, async (url) => {
    await ask(url, 'GET', 'api/v1/player');
    await feature.use?.(url);
  });
}

async function measureProgram(args, env, script, use) {
  const preload = { NODE_OPTIONS: `--import ${join(root, 'tools/bench/lib/heap.mjs')}` };
  const program = await new Program(args, { ...preload, ...env }, script && { script }).listening();
  try {
    await use(program.url);
    await sleep(restMs);
    process.kill(program.pid, 'SIGUSR2');
    const found = await until('it reports its memory', () => /memory (\d+) (\d+)/.exec(program.stderr));
    return { heap: Number(found[1]), resident: Number(found[2]) };
  } finally {
    await program.end('SIGKILL');
  }
}

/** Taps a tag. The first round binds the tag. */
async function tap(url, meaning) {
  const details = await ask(url, 'GET', 'api/v1/tag-details');
  if (details.data.length === 0) {
    const attributes = { serial, model: 'mifare' };
    await ask(url, 'POST', 'api/v1/tag-details', { data: { type: 'tag-details', attributes } });
    await ask(url, 'PATCH', 'api/v1/tag-details/1', {
      data: { id: 1, type: 'tag-details', attributes: { meaning } },
    });
  }
  await ask(url, 'PUT', 'simulator/reader', { serial });
}

function patch(url, path, id, attributes) {
  return ask(url, 'PATCH', `api/v1/${path}`, { data: { id, type: id, attributes } });
}

async function ask(url, method, path, body) {
  const headers = {
    'content-type': path.startsWith('api') ? 'application/vnd.api+json' : 'application/json',
  };
  const answer = await fetch(`${url}/${path}`, {
    method,
    ...(body && { headers, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
