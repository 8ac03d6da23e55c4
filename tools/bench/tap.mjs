// Measures the time from a tap to sound: from the reader's frame to mpv's playback event, compared
// with a bare script that starts mpv for each tap.
//
//   npm run bench:tap [-- taps, default 20]
//   npm run bench:tap -- --album 5000
//   npm run bench:tap -- --album 25 --albums 2000
//
// With `--album`, each tag plays a folder with that many files; with `--albums`, the card has that
// many such folders. Also prints the longest delay of the station's event loop by a tap.
// The reader is the simulated PN532 on a virtual serial port, the station is the built program, and
// mpv has no sound device (`ao=null`). The time runs from the chip's frame with the serial of the
// tag to mpv's event `playback-restart` on a separate socket. Station and script are measured in
// turn, tap by tap, with the same files. The first tap, with which the station starts its mpv, is
// reported separately.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPtyHost, systemClock } from '../../packages/core/dist/index.js';
import { Pn532Simulator } from '../../packages/nfc/dist/testing/index.js';
import { makeWav } from '../../packages/station/dist/player/make-wav.js';
import { machine, median, temporaryFolder } from '../lib/programs.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';
import { printHead, printRow } from '../lib/table.mjs';
import { startMonitoredStation } from './lib/monitored-station.mjs';

const playing = /"event":"playback-restart"/;
const { values, positionals } = readArguments({
  script: import.meta.filename,
  most: 1,
  options: { album: { type: 'string' }, albums: { type: 'string' } },
});
const albumFiles = values.album === undefined ? 0 : readNumber(values.album, 'the number of files');
const albums = readNumber(values.albums ?? '2', 'the number of albums');
const taps = readNumber(positionals[0] ?? '20', 'the number of taps');
const folder = temporaryFolder();
const mpvSocket = join(folder, 'mpv.sock');
const mpvHome = (name, lines) => {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'mpv.conf'), `ao=null\n${lines}`);
  return join(folder, name);
};
const homes = { station: mpvHome('a', `input-ipc-server=${mpvSocket}\n`), script: mpvHome('b', '') };
const tags = [1, 2].map((number) => ({
  serial: `0x04A2245A6B2C8${number}`,
  uid: Buffer.from(`04A2245A6B2C8${number}`, 'hex'),
  folder: `Album ${number}`,
  filename: albumFiles > 0 ? `Album ${number}/1.wav` : `${number}.wav`,
}));

const host = await openPtyHost(join(folder, 'pn532'));
const chip = new Pn532Simulator({ clock: systemClock });
const frames = noteFrames(host.port);
chip.attach(frames.port);
mkdirSync(join(folder, 'card'));
const sound = makeWav([{ hz: 440, durationMs: 60_000, loudness: 0.25 }]);
const onCard = (name) => join(folder, 'card', name);
if (albumFiles === 0) for (const { filename } of tags) writeFileSync(onCard(filename), sound);
else for (let album = 1; album <= albums; album++) fillAlbum(onCard(`Album ${album}`));
const { program: station, maxDelayMs } = await startMonitoredStation(folder, {
  STATION_CARD_DIR: join(folder, 'card'),
  STATION_READER: `pn532:${join(folder, 'pn532')}`,
  STATION_PLAYER: 'mpv',
  STATION_DISCOVERY: 'off',
  STATION_LOG_LEVEL: 'error',
  MPV_HOME: homes.station,
});
try {
  for (const tag of tags) await addTag(tag);
  await send('PATCH', '/player/settings', {
    id: 'player-settings',
    type: 'player-settings',
    attributes: { on_removal: 'continue', on_again: 'restart' },
  });
  await maxDelayMs();
  const first = await stationTap(tags[1], firstPlayback);
  // The playback event may come after the first position.
  await sleep(500);
  const firstDelayMs = await maxDelayMs();
  const ofStation = connect(mpvSocket).on('error', () => {});
  await once(ofStation, 'connect');
  const playback = () => lineWith(ofStation, playing);
  const figures = { station: [], script: [] };
  for (let tap = 0; tap < taps; tap++) {
    const tag = tags[tap % 2];
    figures.station.push(await stationTap(tag, playback));
    figures.script.push(await scriptTap(tag));
    await sleep(300);
  }
  const row = (name, all) => {
    const sorted = [...all].sort((a, b) => a - b);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(0);
    printRow(name, `${at(0.5)} ms`, `${at(0)} ms`, `${at(0.9)} ms`);
  };
  const delayMs = await maxDelayMs();
  const ratio = median(figures.script.map((ms, tap) => ms / figures.station[tap]));
  console.log(
    `From the reader's frame to mpv's word that it plays, ${machine()}; ${taps} taps of each, in turn\n`,
  );
  printHead('', 'median', 'least', '9 of 10 within');
  row('station', figures.station);
  row('script that starts mpv for each tap', figures.script);
  console.log(`\nThe script takes ${ratio.toFixed(1)} times as long (median of the pairs).`);
  console.log(`The first tap after a start of the station, with the start of mpv: ${first.toFixed(0)} ms.`);
  console.log(
    `Longest delay of the event loop: ${firstDelayMs.toFixed(0)} ms at the first tap, ${delayMs.toFixed(0)} ms later.`,
  );
  ofStation.destroy();
} finally {
  await station.stop();
  await host.close();
}

function fillAlbum(path) {
  mkdirSync(path);
  writeFileSync(join(path, '1.wav'), sound);
  for (let file = 2; file <= albumFiles; file++) linkSync(join(path, '1.wav'), join(path, `${file}.wav`));
}

/** Taps a tag at the station. Returns the time from the frame of the tag to playback. */
async function stationTap(tag, playback) {
  const frame = frames.next(tag.uid);
  const isPlaying = playback();
  chip.put({ uid: tag.uid, sak: 0 });
  const from = await frame;
  return (await isPlaying) - from;
}

async function scriptTap({ filename }) {
  const from = performance.now();
  const child = spawn('mpv', ['--no-video', '--input-ipc-client=fd://3', join(folder, 'card', filename)], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, MPV_HOME: homes.script },
  });
  const to = await lineWith(child.stdio[3], playing);
  child.kill('SIGKILL');
  await once(child, 'exit');
  return to - from;
}

/** Resolves when the first tap plays. mpv is just starting then, so this polls until mpv has a position. */
async function firstPlayback() {
  for (;;) {
    const socket = connect(mpvSocket);
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    if (isOpen) {
      socket.write('{"command":["observe_property",1,"time-pos"]}\n');
      const at = await lineWith(socket, /"name":"time-pos","data":[\d.]+/);
      socket.destroy();
      return at;
    }
    await sleep(1);
  }
}

function lineWith(socket, pattern) {
  return new Promise((resolve) => {
    let text = '';
    const receive = (some) => {
      text += some;
      if (!pattern.test(text)) return;
      socket.off('data', receive);
      resolve(performance.now());
    };
    socket.setEncoding('utf8').on('data', receive);
  });
}

/** Records when the chip writes a frame with a serial. */
function noteFrames(inner) {
  let waiting;
  return {
    port: {
      name: inner.name,
      write(bytes) {
        if (waiting !== undefined && Buffer.from(bytes).includes(waiting.uid)) {
          waiting.resolve(performance.now());
          waiting = undefined;
        }
        return inner.write(bytes);
      },
      onBytes: (listener) => inner.onBytes(listener),
      onClose: (listener) => inner.onClose(listener),
      flushInput: () => inner.flushInput(),
      close: () => inner.close(),
    },
    next: (uid) =>
      new Promise((resolve) => {
        waiting = { uid, resolve };
      }),
  };
}

async function addTag({ uid, filename, folder: album }) {
  chip.take();
  let answer;
  do {
    // Repeat this, because the reader may still be starting. It
    // notices only a tag that comes while it waits for one.
    const asked = fetch(`${station.url}/api/v1/scanner/tags?timeout=5`);
    await sleep(1_000);
    chip.put({ uid, sak: 0 });
    answer = await asked;
  } while (answer.status !== 200);
  const { data } = await answer.json();
  chip.take();
  await sleep(1_000);
  const [{ id }] = data;
  if (albumFiles === 0) await send('PATCH', `/tags/${id}`, { id, type: 'tag', attributes: { filename } });
  else {
    const meaning = { kind: 'album', folder: album, shuffled: false };
    await send('PATCH', `/tag-details/${id}`, { id, type: 'tag-details', attributes: { meaning } });
  }
}

async function send(method, path, data) {
  const answer = await fetch(`${station.url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}
