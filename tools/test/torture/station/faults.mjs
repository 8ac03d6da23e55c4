// Faults of a station. Each occurs several times per round; after each, exactly the acknowledged
// changes must exist.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../../lib/until.mjs';
import { repairAfterDamage } from '../damage.mjs';
import { sendManyHostile } from '../hostility.mjs';

/** Calls `act` after `count` sent requests. `acted` resolves to its result. */
function afterRequests(count, act) {
  let sent = 0;
  let done;
  const acted = new Promise((resolve) => {
    done = resolve;
  });
  const onSent = () => {
    if (++sent === count) done(act());
  };
  return { onSent, acted };
}

async function kill(round) {
  const { random, stats } = round;
  const momentMs = random.below(20);
  const { onSent } = afterRequests(1 + random.below(50), async () => {
    await sleep(momentMs);
    round.program.kill('SIGKILL');
  });
  await round.work({ onSent });
  stats.kills++;
  assert.equal((await round.program.exit).signal, 'SIGKILL');
}

async function killWhileStarting(round) {
  const { random, stats } = round;
  await round.program.end('SIGKILL');
  round.startBlindly();
  await sleep(random.below(900));
  await round.program.end('SIGKILL');
  stats.kills += 2;
}

async function stop(round) {
  const { onSent } = afterRequests(1 + round.random.below(50), () => round.program.kill('SIGTERM'));
  await round.work({ onSent, lost: [503] });
  const { code } = await round.program.exit;
  assert.equal(code, 0, `ended with ${code}: ${round.program.stderr}`);
  assert.equal(round.program.stderr.trim(), '', 'an error was logged while stopping');
}

const full = (/** @type {'Card' | 'Data'} */ disk) => async (round) => {
  const over = new AbortController();
  const { onSent, acted } = afterRequests(5 + round.random.below(20), round[`fill${disk}`]);
  const working = round.work({ onSent, refusals: [507], signal: over.signal });
  await acted;
  await sleep(50 + round.random.below(150));
  round[`free${disk}`]();
  over.abort();
  await working;
  await workFor(round, 10);
};

async function pulledCard(round) {
  const { onSent, acted } = afterRequests(5 + round.random.below(20), () => round.pullCard());
  const over = new AbortController();
  const working = round.work({ onSent, lost: [503, 500], signal: over.signal });
  await acted;
  await until('the station says that the card is gone', async () => {
    const answer = await fetch(`${round.url}/api/v1/sdcard`);
    return answer.status === 503;
  });
  over.abort();
  await working;
  round.putCard();
  await until('the station works with the card again', async () => {
    const answer = await fetch(`${round.url}/api/v1/sdcard`);
    return answer.status === 200;
  });
}

/** Connections that send little or nothing and disappear. */
async function silentClients(round) {
  const { random } = round;
  const port = Number(new URL(round.url).port);
  const before = round.program.openFiles();
  const beginnings = ['', 'G', 'POST /api/v1/files HTTP/1.1\r\nHost: localhost\r\n'];
  beginnings.push(
    `${beginnings[2]}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"data":{`,
  );
  const sockets = Array.from({ length: 60 }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(random.pick(beginnings));
    return socket;
  });
  await workFor(round, 20);
  for (const socket of sockets) socket.destroy();
  await until(
    'the connections of clients that left are closed',
    () => round.program.openFiles() < before + 20,
  );
}

async function hostileClients(round) {
  const over = new AbortController();
  const working = round.work({ signal: over.signal });
  await sendManyHostile(round, 150).finally(() => over.abort());
  await working;
}

/** Damages the database. A repair restores tags, their files and the settings; the other files are on the card. */
async function damagedData(round) {
  round.mayChangeIds = true;
  await workFor(round, 20);
  await round.program.end('SIGTERM');
  await repairAfterDamage(round);
}

/** Lets the clients work until they have sent `count` requests. */
async function workFor(round, count) {
  const over = new AbortController();
  const { onSent } = afterRequests(count, () => over.abort());
  await round.work({ onSent, signal: over.signal });
}

export const stationFaults = [
  { name: 'kill -9 at any moment', strike: kill, strikes: 10 },
  { name: 'kill -9 while starting', strike: killWhileStarting },
  { name: 'stop under load', strike: stop },
  { name: 'card full', strike: full('Card'), needsMounts: true },
  { name: 'data disk full', strike: full('Data'), needsMounts: true },
  { name: 'card pulled out', strike: pulledCard, needsMounts: true },
  { name: 'damaged database', strike: damagedData },
  { name: 'silent clients', strike: silentClients },
  { name: 'hostile requests', strike: hostileClients },
];
