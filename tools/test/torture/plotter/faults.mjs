// Faults of a plotter service and its machine during a plot. Each occurs several times per round;
// nothing moves by itself afterwards, and in the end exactly the wanted lines are on the paper.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../../lib/until.mjs';
import { repairAfterDamage } from '../damage.mjs';
import { sendManyHostile } from '../hostility.mjs';

const someLines = (random) => 1 + random.below(250);

async function kill(round) {
  const { random, stats, program } = round;
  const momentMs = random.below(4);
  await round.draw();
  await round.heard(someLines(random));
  if (momentMs > 0) await sleep(momentMs);
  await program.end('SIGKILL');
  stats.kills++;
}

async function killWhileStarting(round) {
  const { random, stats } = round;
  await kill(round);
  await round.noteCut();
  round.startBlindly();
  const momentMs = random.below(900);
  // Start times vary, so wait for the query if the moment is late: at
  // least one interrupted start must have queried the board.
  if (momentMs >= 700) await round.hasAsked();
  else await sleep(momentMs);
  await round.program.end('SIGKILL');
  stats.kills++;
}

async function stopService(round) {
  await round.draw();
  await round.heard(someLines(round.random));
  const { program } = round;
  const { code } = await program.end('SIGTERM');
  assert.equal(code, 0, `ended with ${code}: ${program.stderr}`);
  assert.equal(program.stderr.trim(), '', 'an error was logged while stopping');
}

async function unplug(round) {
  await round.draw();
  await round.heard(someLines(round.random));
  round.device.unplug();
  await until('the service noticed', async () => !(await round.get('/health')).plotter.isOpen);
  await round.isStill();
  round.device.replug();
}

async function resetBoard(round) {
  await round.draw();
  await round.heard(someLines(round.random));
  const [job] = await round.unfinished();
  round.device.plotter.reset();
  await round.atRest();
  await round.isReady();
  if (job === undefined) return;
  const { state } = await round.get(`/jobs/${job.id}`);
  if (state.state !== 'interrupted') return;
  const answer = await round.post(`/jobs/${job.id}/resume`);
  assert.ok([409, 503].includes(answer.status), `resumed after a reset without asking: ${answer.status}`);
}

async function pauseAndReset(round) {
  await round.draw();
  await round.heard(someLines(round.random));
  const [job] = await round.unfinished();
  if (job === undefined) return;
  await round.post(`/jobs/${job.id}/pause`);
  await round.atRest();
  round.device.plotter.reset();
  await round.isStill();
}

async function badLine(round) {
  const { random, device } = round;
  round.mayMissReplies = true;
  if ((await round.unfinished()).length === 0) {
    const { id, status, text } = await round.addJob({ strokes: 15, timeoutMs: 400, stopOnError: false });
    assert.notEqual(id, undefined, `the job was answered ${status} ${text}`);
  } else await round.draw();
  for (let times = 1 + random.below(3); times > 0; times--) {
    await round.heard(1 + random.below(30));
    const fault = random.pick(['drop-reply', 'duplicate-reply', 'garble', 'split-lines']);
    device.plotter.setFault(fault, 1 + random.below(3));
  }
  await round.heard(10);
  for (const fault of device.plotter.faults) device.plotter.setFault(fault, false);
  await round.atRest();
}

async function fullDisk(round) {
  const { random, device } = round;
  await round.draw();
  await round.heard(someLines(random));
  round.fillData();
  const { status } = await round.addJob({ strokes: 200 });
  assert.ok([undefined, 507].includes(status), `a job on a full disk was answered ${status}`);
  await round.atRest();
  assert.equal(device.plotter.status().pen, 'up', 'the pen stayed on the paper');
  round.freeData();
}

async function stopMachine(round) {
  const { random, device } = round;
  round.mayLeaveUnfinished = true;
  if ((await round.unfinished()).length === 0) {
    await round.addJob({ strokes: 10 });
    await round.addJob({ strokes: 3 });
  } else await round.draw();
  await round.heard(1 + random.below(40));
  const seen = device.lines.length;
  const answer = await round.post('/stop');
  assert.ok(answer.ok, `STOP was answered ${answer.status} ${await answer.text()}`);
  const stopAt = device.lines.indexOf('STOP', Math.max(0, seen - 1));
  assert.ok(stopAt >= 0, 'the machine never heard STOP');
  await round.atRest();
  await round.isStill();
  const later = device.lines.slice(stopAt + 1).filter((line) => !/^(SYNC|STATUS|VERSION|STOP)/.test(line));
  assert.deepEqual(later, [], 'something was sent after STOP');
  const { jobs } = await round.get('/jobs');
  const going = jobs.filter(({ state }) => ['running', 'queued'].includes(state.state));
  assert.deepEqual(going, [], 'a job continues after STOP');
}

/** Damages the database. A repair restores the list of jobs; a job with lost commands is cancelled. */
async function damagedData(round) {
  round.mayLeaveUnfinished = true;
  await stopService(round);
  await repairAfterDamage(round);
}

/** Sends hostile requests, which must not disturb a running plot. */
async function hostileClients(round) {
  await round.draw();
  await sendManyHostile(round, 150);
  await round.atRest();
  round.strikes--;
}

/** Pages that subscribe to events without reading them, like a sleeping phone. */
async function sleepingPages(round) {
  const port = Number(new URL(round.url).port);
  const sockets = Array.from({ length: 50 }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write('GET /api/plotter/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n');
    return socket.pause();
  });
  await round.draw();
  await round.atRest();
  for (const socket of sockets) socket.destroy();
  round.program.expectHealthy();
  round.strikes--;
}

export const plotterFaults = [
  { name: 'kill -9 at any moment', strike: kill, strikes: 8 },
  { name: 'kill -9, on a serial port', strike: kill, options: { line: 'pty' } },
  { name: 'kill -9 in the middle of moves', strike: kill, options: { speedFactor: 50 } },
  { name: 'kill -9 while starting', strike: killWhileStarting },
  { name: 'stop of the service', strike: stopService },
  { name: 'cable pulled', strike: unplug },
  { name: 'board reset', strike: resetBoard },
  { name: 'board reset while paused', strike: pauseAndReset },
  { name: 'bad serial line', strike: badLine },
  { name: 'data disk full', strike: fullDisk, needsMounts: true },
  { name: 'damaged database', strike: damagedData },
  { name: 'hostile requests', strike: hostileClients, options: { speedFactor: 100 } },
  { name: 'pages that do not read', strike: sleepingPages },
  { name: 'STOP', strike: stopMachine, options: { speedFactor: 200 } },
];
