// `npm run test:image [-- --image <file>] [--first-cuts <number>] [--cuts <number>] [--seed <number>]`: boots the SD card image in a
// virtual machine, walks through its setup with a browser, plays a file with a tag of the simulated reader, and cuts the power: in the
// first start and setup, then while it works and boots. Without --image it builds one. Each boot takes minutes. Needs root and a Debian.
//
//   sudo npm run test:image
//   sudo npm run test:image -- --image .stamps/image/stationery-0.1.0-arm64.img --first-cuts 20 --cuts 10 --seed 7
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildIfNeeded, installIfNeeded, root, run } from '../lib/prepare.mjs';
import { freePort } from '../lib/programs.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';
import {
  boardPrograms,
  ensurePrograms,
  machinePrograms,
  missingPrograms,
  testPrograms,
} from '../lib/system-packages.mjs';
import { until } from '../lib/until.mjs';
import { whyNoImage } from '../release/image/why-no-image.mjs';
import { CachedDisk, WriteLog } from './image/cached-disk.mjs';
import { readBoot, readFromBoot, startMachine, writeToBoot } from './image/machine.mjs';
import { walkSetup } from './image/walk-setup.mjs';
import { serveDisk } from './power/nbd-server.mjs';
import { ask } from './vm/guest/http.mjs';

const { values } = readArguments({
  script: import.meta.filename,
  options: {
    image: { type: 'string' },
    'first-cuts': { type: 'string', default: '20' },
    cuts: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
  },
});
const firstCuts = readNumber(values['first-cuts'], '--first-cuts', 0);
const cuts = readNumber(values.cuts, '--cuts', 0);
const seed = readNumber(values.seed, '--seed', 0);
const cache = join(root, '.stamps/image');
/** On a busy machine a boot takes minutes. */
const bootMs = { withinMs: 1_200_000 };
const grownBytes = 2 ** 30;
const serial = '0x04A2245A6B2C80';
const programs = {
  ...machinePrograms,
  ...boardPrograms,
  'chromium-headless-shell': testPrograms['chromium-headless-shell'],
};

const hindrance = whyNot();
if (hindrance !== undefined) {
  console.log(`- image: ${hindrance}`);
  process.exit(process.env.CI === 'true' ? 1 : 0);
}
installIfNeeded();
buildIfNeeded();
const { createStationSetup } = await import('../../packages/client/dist/station-setup.js');
const { createStationClient } = await import('../../packages/client/dist/station.js');
const { createStationPlayer } = await import('../../packages/client/dist/player.js');
const { Random } = await import('../../packages/core/dist/testing/random.js');
const { makeWav } = await import('../../packages/station/dist/player/make-wav.js');

mkdirSync(cache, { recursive: true });
const work = mkdtempSync(join(cache, 'test-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const image = values.image ?? builtImage();
const card = freshCard('card.img');
const boot = readBoot(card, work);
const random = new Random(seed);
let boots = 0;
let maxBootMs = 0;

const sound = makeWav([{ hz: 440, durationMs: 1_000, loudness: 0.25 }]);
let nickname = 'Image test';

const wrongPresets = 'country = "Germany"\n';
const firstRun = new WriteLog(join(work, 'first-run.log'));
await step(
  'boots from a larger card with wrong presets: says why, is open, and is set up with a browser',
  () => {
    preset(wrongPresets);
    return withMachine({ log: firstRun }, async ({ machine, station }) => {
      await until('the access point', () => machine.said().includes('wlan0: AP-ENABLED'), bootMs);
      assert.match(machine.said(), /is an access point \(“Station-[0-9A-F]{6}”\)/);
      // A phone that joins is redirected to the page.
      assert.equal((await probe(machine)).status, 302);
      // The data partition has grown.
      assert.ok((await station.card()).size > 0.8 * grownBytes);
      await walkSetup(machine.url, {
        name: nickname,
        passphrase: 'twelve monkeys',
        tag: () => lay(machine).then(() => serial),
      });
      await until(
        'the new Wi-Fi',
        () => machine.said().includes(`is an access point (“${nickname}”)`),
        bootMs,
      );
      await until('the plotter', () => machine.said().includes('Started stationery-plotter.service'), bootMs);
      // The station restarts while it applies the settings.
      const isApplied = () =>
        setupOf(machine).then(
          ({ applying }) => !applying,
          () => false,
        );
      await until('the settings', isApplied, bootMs);
      const { first_run, pending, problem } = await setupOf(machine);
      assert.deepEqual({ first_run, pending, problem }, { first_run: false, pending: [], problem: null });
    });
  },
);
await step('keeps its name, is not set up again, takes presets, and plays the file of a tag', () => {
  assert.match(readFromBoot(card, 'stationery-problem.txt'), /^stationery\.toml: country: .*two letters/);
  preset('name = "Küche"\npassphrase = "eight letters"\ncountry = "DE"\nrun = "both"\n');
  return withMachine({}, async ({ machine, station, player }) => {
    await until('the access point', () => machine.said().includes('is an access point (“Küche”)'), bootMs);
    await until('the plotter', () => machine.said().includes('Started stationery-plotter.service'), bootMs);
    assert.equal((await probe(machine)).status, 204);
    assert.equal((await station.settings()).nickname, nickname);
    assert.equal((await setupOf(machine)).first_run, false);
    await station.upload(sound, { filename: 'tone.wav' });
    await lay(machine);
    const [tag] = await station.waitForTags();
    assert.equal(tag?.serial, serial);
    await station.bind(tag.id, 'tone.wav');
    await lay(machine, 'DELETE');
    await lay(machine);
    await until('playback', async () => (await player.state()).file?.filename === 'tone.wav');
    assert.equal((await player.state()).tag.serial, serial);
  });
});
for (let cut = 1; cut <= firstCuts; cut++) {
  const writes = random.below(firstRun.length);
  const radios = cut === 1 ? 0 : 2;
  const name = `comes up${radios === 0 ? ' without Wi-Fi' : ''} after a power cut in its first start and setup, after ${writes} of ${firstRun.length} writes, ${cut} of ${firstCuts}`;
  await step(name, async () => {
    const image = freshCard('first.img');
    preset(wrongPresets, image);
    const disk = new CachedDisk(image);
    firstRun.replay(disk, writes);
    disk.cutPower(random);
    disk.close();
    await withMachine({ image, radios }, async ({ machine, station }) => {
      assert.ok((await station.card()).size > 0.8 * grownBytes);
      const { nickname } = await station.rename('After the cut');
      assert.equal((await station.settings()).nickname, nickname);
      const { unavailable } = await setupOf(machine);
      assert.equal(
        unavailable.find(({ step }) => step === 'wifi')?.code,
        radios === 0 ? 'no-wifi-device' : undefined,
      );
    });
    if (radios === 0)
      assert.match(readFromBoot(image, 'stationery-problem.txt'), /^This board has no Wi-Fi/m);
  });
}
firstRun.close();
for (let cut = 1; cut <= cuts; cut++) {
  await step(
    `comes up again after power cuts while it works and while it boots, ${cut} of ${cuts}`,
    async () => {
      await withMachine({}, async ({ station }) => {
        const endMs = performance.now() + random.below(20_000);
        // The station answers a change only when it is on the disk.
        while (performance.now() < endMs)
          ({ nickname } = await station.rename(`Name ${random.below(1_000_000)}`));
      });
      await withMachine({ cutMs: random.below(maxBootMs) });
      await withMachine({}, async ({ station }) => {
        assert.equal((await station.settings()).nickname, nickname);
        const [file] = (await station.card()).files;
        const content = await station.content(file.id);
        assert.deepEqual(Buffer.from(await content.arrayBuffer()), Buffer.from(sound));
        assert.equal((await station.tags())[0]?.filename, 'tone.wav');
      });
    },
  );
}
console.log(`${boots} boots, the longest ${Math.round(maxBootMs / 1000)} s; seed ${seed}`);

function freshCard(name) {
  const path = join(work, name);
  run('cp', ['--sparse=always', image, path]);
  truncateSync(path, statSync(path).size + grownBytes);
  return path;
}

function preset(text, image = card) {
  writeFileSync(join(work, 'stationery.toml'), text);
  writeToBoot(image, join(work, 'stationery.toml'));
}

function whyNot() {
  const reason = whyNoImage();
  if (reason !== undefined) return reason;
  ensurePrograms(programs);
  const missing = missingPrograms(programs);
  return missing.length > 0 ? `there is no ${missing.join(', ')} here` : undefined;
}

function builtImage() {
  run(process.execPath, ['tools/release/image.mjs', '--compression', 'none', '--out', cache]);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return join(cache, `stationery-${version}-arm64.img`);
}

/** Boots the machine and cuts the power when `use` ends; without `use`, after `cutMs`. */
async function withMachine({ image = card, log: writes = undefined, cutMs = 0, radios = 2 }, use) {
  const disk = new CachedDisk(image, writes);
  const server = await serveDisk(disk, join(work, 'disk.nbd'));
  const log = join(cache, `console-${++boots}.log`);
  const startedMs = performance.now();
  const machine = startMachine({ boot, disk: server.path, port: await freePort(), log, cache, radios });
  try {
    if (use === undefined) await pause(cutMs);
    else {
      const station = createStationClient({ baseUrl: machine.url });
      await until('the station', () => isUp(machine, station), bootMs);
      maxBootMs = Math.max(maxBootMs, performance.now() - startedMs);
      await use({ machine, station, player: createStationPlayer({ baseUrl: machine.url }) });
    }
  } finally {
    await machine.kill();
    await server.close();
    disk.cutPower(random);
    disk.close();
  }
}

async function isUp(machine, station) {
  if (!machine.isRunning) throw new Error('the machine ended');
  return station.settings({ signal: AbortSignal.timeout(30_000) }).catch(() => false);
}

function setupOf({ url }) {
  return createStationSetup({ baseUrl: url }).get();
}

/** Sends the request by which an Android phone checks its connection. */
function probe({ url }) {
  return ask(`${url}/generate_204`, { headers: { host: 'connectivitycheck.gstatic.com' } });
}

async function lay(machine, method = 'PUT') {
  const tag = { serial, model: 'mifare' };
  const body =
    method === 'PUT' ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(tag) } : {};
  const { status } = await fetch(`${machine.url}/simulator/reader`, { method, ...body });
  assert.equal(status, 204);
}

async function step(name, work) {
  try {
    await work();
    console.log(`✓ image: ${name}`);
  } catch (error) {
    console.log(`✗ image: ${name}: ${error.message}\nConsole of the machine: ${cache}/console-${boots}.log`);
    process.exit(1);
  }
}
