// Inside the virtual machine: runs the services on disks whose power can be cut, and clients that
// keep them busy. Reports each request and answer to the host, which adds it to the record of the
// disks in the right order.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../../../packages/core/dist/testing/random.js';
import { until } from '../../../lib/until.mjs';
import { drawingOf } from '../../torture/plotter/drawings.mjs';
import { StationClient } from '../../torture/station/client.mjs';
import { loadStationery } from '../../vm/guest/stationery.mjs';
import { runSteps } from '../../vm/guest/steps.mjs';
import '../small-fetch.mjs';
import { openControl } from './control.mjs';

const control = openControl();
const { seed, stations } = control.ask({ event: 'hello' });
const clientsEach = 2;
const strokesEach = 12;
const waitOptions = { withinMs: 1_200_000 };
const plotterUrl = 'http://127.0.0.1:8100/api/plotter';
let isOver = false;

/** Reports to the host, whose answer says whether the work is over. */
function report(message) {
  isOver ||= control.ask(message).stop;
}

const portOf = (index) => 8000 + 10 * index;
const mountOptions = { vfat: 'noatime,umask=022', ext4: 'noatime' };

await runSteps({
  'the disks are mounted': () => {
    mount('data', 'ext4');
    for (const { name, fileSystem } of stations) mount(name, fileSystem);
  },
  'the services answer': async () => {
    // Run all services in this process, because several processes would take minutes to start without acceleration,
    // and none of them is killed.
    const main = await loadStationery();
    for (const [index, { name }] of stations.entries()) {
      const ports = ['--http-port', String(portOf(index)), '--https-port', String(portOf(index) + 1)];
      const folders = ['--data-dir', `/run/data/${name}`, '--card-dir', `/run/${name}`];
      void main(['station', ...ports, ...folders, '--discovery', 'off', '--reader', 'sim:']);
    }
    void main(['plotter', '--data-dir', '/run/data/plotter', '--http-port', '8100']);
    for (const index of stations.keys())
      await until('a station', () => answers(`${stationUrl(index)}/api/v1/sdcard`), waitOptions);
    await until('the plotter', isPlotterReady, waitOptions);
  },
  'clients work': async () => {
    const working = stations.map((station, index) => workOn(station, index));
    await Promise.all([...working, plot()]);
  },
});
process.exit();

function mount(name, fileSystem) {
  const device = readdirSync('/sys/block').find((block) => serialOf(block) === name);
  mkdirSync(`/run/${name}`);
  execFileSync('mount', ['-t', fileSystem, '-o', mountOptions[fileSystem], `/dev/${device}`, `/run/${name}`]);
}

function serialOf(block) {
  try {
    return readFileSync(`/sys/block/${block}/serial`, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function stationUrl(index) {
  return `http://127.0.0.1:${portOf(index)}`;
}

async function isPlotterReady() {
  const status = await get('/status').catch(() => undefined);
  return status?.link.state === 'ready';
}

async function answers(url) {
  const answer = await fetch(url).catch(() => undefined);
  await answer?.text();
  return answer?.ok;
}

async function workOn({ name }, index) {
  const clients = Array.from({ length: clientsEach }, (_, number) => {
    const random = new Random(seed + 1000 * index + number);
    return new StationClient(number, random, { requests: 0, changes: 0 });
  });
  const tell = (event, client) => (operation, id) =>
    report({ event, station: name, client, operation, ...(id !== undefined && { id }) });
  for (const [number, client] of clients.entries()) {
    const { operation, id } = await client.addTag(stationUrl(index));
    tell('sent', number)(operation);
    tell('done', number)(operation, id);
  }
  report({ event: 'ready' });
  const signal = {
    get aborted() {
      return isOver;
    },
  };
  const works = clients.map((client, number) =>
    client.work(stationUrl(index), { onSent: tell('sent', number), onDone: tell('done', number), signal }),
  );
  await Promise.all(works);
}

/** Keeps one job running and one queued. */
async function plot() {
  const random = new Random(seed + 77);
  const open = new Map();
  for (let number = 0; !isOver; ) {
    while (open.size < 2 && !isOver) {
      const commands = drawingOf(strokesEach, random);
      report({ event: 'job sent', number, commands });
      const answer = await fetch(`${plotterUrl}/job`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', prefer: 'respond-async' },
        body: JSON.stringify({ commands }),
      });
      if (answer.status !== 202)
        throw new Error(`the job was answered ${answer.status} ${await answer.text()}`);
      const { id } = await answer.json();
      report({ event: 'job accepted', number, id });
      open.set(id, number++);
    }
    await sleep(500);
    for (const id of open.keys()) {
      const { state, completed } = await get(`/jobs/${id}`);
      report({ event: 'job seen', id, state: state.state, completed });
      if (['done', 'failed', 'cancelled'].includes(state.state)) open.delete(id);
    }
  }
}

async function get(path) {
  const answer = await fetch(`${plotterUrl}${path}`);
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status} ${await answer.text()}`);
  return answer.json();
}
