// Measures how fluid the board page is while all devices report every second: CPU time of the
// browser and its longest task.
//
//   npm run bench:board-page [-- number of devices, default 1000]
//
// Uses a real Chromium, nats-server and board. Each report differs from the previous one, so that
// each causes an event. Tasks are measured on the page's main thread, in CPU time, so that other work
// on the machine does not count. Users notice tasks over 50 ms.
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstream } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import { fleetBuckets, fleetProtocol } from '../../packages/contract/dist/fleet/index.js';
import { freePort, machine, openBrowser, temporaryFolder } from '../lib/programs.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';
import { startProgram } from '../lib/service.mjs';
import { measureTasks, settle, tableHead, wheel, windows } from './lib/page-tasks.mjs';

const { positionals } = readArguments({ script: import.meta.filename, most: 1 });
const count = readNumber(positionals[0] ?? '1000', 'the number of devices');
const steps = 30;
const watchMs = 10_000;

const port = await freePort();
const board = await startProgram(['fleet', 'up', '--nats-port', String(port)], {
  BOARD_DATA_DIR: temporaryFolder(),
  BOARD_HTTP_PORT: '0',
});
const browser = await openBrowser('chromium-headless-shell', '--disable-gpu');
const nats = await connect({ servers: `127.0.0.1:${port}` });
const ending = new AbortController();
try {
  const online = async () => (await (await fetch(`${board.url}/api/fleet/status`)).json()).devices.online;
  const reporting = reportEverySecond();
  while ((await online()) < count) await sleep(200);
  console.log(`${count} devices that report every second, ${machine()}; ${steps} steps each\n`);
  console.log(tableHead);
  for (const [name, options] of Object.entries(windows)) await measureWindow(name, options);
  ending.abort();
  await reporting;
} finally {
  ending.abort();
  await browser.close();
  await nats.close();
  await board.stop();
}

async function measureWindow(name, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const row = (title, act) => measureTasks(browser, page, `${name}: ${title}`, act);
  await page.goto(board.url);
  await page.locator('.device').first().waitFor();
  await settle(page);
  await row(`watching for ${watchMs / 1000} s`, () => sleep(watchMs));
  await row('scrolling, 300 px a step', () => wheel(page, steps, 300));
  await row('scrolling, 2,000 px a step', () => wheel(page, steps, 2_000));
  await page.evaluate(() => scrollTo(0, 0));
  await settle(page);
  await row('searching', () => page.getByRole('searchbox').first().pressSequentially('device 77'));
  await context.close();
}

async function reportEverySecond() {
  const bucket = await new Kvm(jetstream(nats)).open(fleetBuckets.devices);
  for (let round = 0; !ending.signal.aborted; round++) {
    const nextMs = performance.now() + 1_000;
    await Promise.all(
      Array.from({ length: count }, (_, at) =>
        bucket.put(`device-${at}`, JSON.stringify(stateOf(at, round))),
      ),
    );
    await sleep(Math.max(0, nextMs - performance.now()));
  }
}

/** Returns the state of a device. Every fifth device is a plotter running a job, the others are stations. */
function stateOf(at, round) {
  const about = {
    protocol: fleetProtocol,
    name: `Device ${at}`,
    version: '0.1.0',
    page: null,
    heartbeatMs: 5_000,
    tags: [`room ${at % 40}`],
  };
  if (at % 5 === 0)
    return {
      ...about,
      plotter: {
        inQueue: true,
        isFree: false,
        whyNotFree: { reason: 'It has jobs of its own.', cause: { code: 'has-own-jobs' } },
        paper: 'a4',
        pens: ['black'],
        job: {
          queueJob: null,
          name: `Drawing ${at}`,
          state: 'running',
          progress: (round % 100) / 100,
          remainingMs: 60_000,
          why: null,
        },
        needsPen: null,
      },
    };
  return {
    ...about,
    station: {
      card: { state: 'present', freeBytes: 20_000_000_000 - round * 1_000_000, totalBytes: 32_000_000_000 },
      reader: 'ready',
      lastTap: { tag: '0x04A2245A6B2C80', at: new Date().toISOString() },
      collection: null,
    },
  };
}
