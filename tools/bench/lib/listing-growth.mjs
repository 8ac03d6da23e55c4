// Measures uploads, deletions and listings as the card fills up: one station per number of files,
// asked in turn.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { median, temporaryFolder } from '../../lib/programs.mjs';
import { startMonitoredStation } from './monitored-station.mjs';

const rounds = 21;
const steps = ['upload', 'listing after it', 'listing again', 'delete'];

export async function measureGrowth(counts) {
  const folder = temporaryFolder();
  const stations = [];
  try {
    for (const count of counts) stations.push(await startFull(join(folder, String(count)), count));
    // Reconnect, because stations disconnect clients that are silent while the next card is filled.
    for (const station of stations) {
      station.client.close();
      station.client = connect(station.program.url);
      await visit(station, -2);
      for (const step of steps) station.times[step].length = 0;
      await station.maxDelayMs();
    }
    for (let round = 0; round < rounds; round++) for (const station of stations) await visit(station, round);
    const rows = [];
    for (const station of stations) rows.push({ ...station, delayMs: await station.maxDelayMs() });
    return table(rows);
  } finally {
    for (const { program, client } of stations) {
      client.close();
      await program.stop();
    }
  }
}

async function startFull(folder, count) {
  const card = join(folder, 'card');
  mkdirSync(card, { recursive: true });
  for (let number = 0; number < count; number++) {
    writeFileSync(join(card, `Track ${String(number).padStart(6, '0')} of the long playlist.mp3`), 'x');
  }
  const { program, maxDelayMs } = await startMonitoredStation(folder, { STATION_CARD_DIR: card });
  const client = connect(program.url);
  const station = {
    count,
    program,
    client,
    maxDelayMs,
    times: Object.fromEntries(steps.map((step) => [step, []])),
  };
  // Request a listing once before measuring, because the first listing serialises everything.
  await visit(station, -1);
  return station;
}

async function visit({ client, times, count }, round) {
  const timed = async (step, ...call) => {
    const began = performance.now();
    const answer = await client.ask(...call);
    times[step].push(performance.now() - began);
    return answer;
  };
  const data = { type: 'file', filename: `one more ${round}.mp3`, encoded: 'AAAA' };
  const { location } = await timed('upload', 'POST', '/api/v1/files', JSON.stringify({ data }));
  const { length } = await timed('listing after it', 'GET', '/api/v1/sdcard');
  if (length < count * 50) throw new Error(`the listing of ${count} files is too short: ${length} bytes`);
  await timed('listing again', 'GET', '/api/v1/sdcard');
  await timed('delete', 'DELETE', location);
}

/** A minimal HTTP client that only counts the bytes of a body, so that mainly the station is measured. */
function connect(url) {
  let head = '';
  let left = 0;
  let answered;
  const take = (length, buffer) => {
    if (answered.status === undefined) {
      head += buffer.latin1Slice(0, length);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return true;
      answered.status = Number(head.slice(9, 12));
      answered.location = /^location: (.*)\r$/im.exec(head)?.[1];
      answered.length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      left = answered.length - (head.length - end - 4);
    } else left -= length;
    if (left === 0) answered.done(answered);
    return true;
  };
  const { port, hostname } = new URL(url);
  const onread = { buffer: Buffer.allocUnsafe(1024 * 1024), callback: take };
  const socket = createConnection({ port: Number(port), host: hostname, onread });
  socket.setMaxListeners(0);
  const ask = async (method, path, body = '') => {
    head = '';
    const fields = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    const answer = await new Promise((done, failed) => {
      answered = { done };
      socket.once('close', () => failed(new Error('the station hung up')));
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n${body}`);
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status}`);
    return answer;
  };
  return { ask, close: () => socket.destroy() };
}

function table(rows) {
  const [first] = rows;
  const cell = (row, step) => {
    const ms = median(row.times[step]);
    return `${ms.toFixed(1)} ms${row === first ? '' : ` (${(ms / median(first.times[step])).toFixed(1)} ×)`}`;
  };
  const lines = rows.map(
    (row) =>
      `| ${row.count} | ${steps.map((step) => cell(row, step)).join(' | ')} | ${row.delayMs.toFixed(0)} ms |`,
  );
  return [
    `| files | ${steps.join(' | ')} | longest delay of the event loop |`,
    `|---|${steps.map(() => '---|').join('')}---|`,
    ...lines,
  ].join('\n');
}
