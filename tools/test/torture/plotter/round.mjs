import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fill, makeRoom, mayMount, mountSmall } from '../../../lib/disks.mjs';
import { Program } from '../../../lib/service.mjs';
import { until } from '../../../lib/until.mjs';
import { Device } from './device.mjs';
import { drawingOf, isBeginningOf, linesDrawnBy, linesOnPaper } from './drawings.mjs';

const restingStates = ['done', 'failed', 'cancelled', 'interrupted', 'held', 'paused'];
const moves = /^(MOVE|PENDOWN|HOME|ZERO|SPEED|WAIT)/;

/** A round with a plotter service, its virtual plotter, and the jobs that the service accepted. */
export class PlotterRound {
  service = 'plotter';
  /** Jobs by id: the script, and whether the job may stay unfinished. */
  jobs = new Map();
  /** Number of faults: a line may be drawn once more for each. */
  strikes = 0;
  mayLeaveUnfinished = false;
  mayMissReplies = false;

  constructor({ folder, random, stats }, { speedFactor = 0, line = 'tcp' } = {}) {
    this.folder = folder;
    this.random = random;
    this.stats = stats;
    this.speedFactor = speedFactor;
    this.line = line;
    this.dataDir = join(folder, 'data');
    if (mayMount) mountSmall(this.dataDir, 12 * 1024 * 1024);
    else mkdirSync(this.dataDir, { recursive: true });
  }

  get url() {
    return this.program.url;
  }

  get env() {
    return {
      PLOTTER_HTTP_PORT: '0',
      PLOTTER_LOG_LEVEL: 'error',
      PLOTTER_DATA_DIR: this.dataDir,
      PLOTTER_SERIAL_PATH: this.device.path,
    };
  }

  async begin() {
    const { random } = this;
    this.device = new Device({ speedFactor: this.speedFactor, random: () => random.next() });
    if (this.line === 'pty') await this.device.openPty(join(this.folder, 'tty'));
    else await this.device.openTcp();
    await this.start();
  }

  async start() {
    this.stats.starts++;
    this.program = await new Program(['plotter'], this.env).listening();
    await this.isReady();
  }

  startBlindly() {
    this.program = new Program(['plotter'], this.env);
  }

  async isReady() {
    await until('the plotter is connected', async () => (await this.get('/status')).link.state === 'ready');
  }

  async get(path) {
    const answer = await fetch(`${this.url}/api/plotter${path}`);
    this.stats.requests++;
    assert.equal(answer.status, 200, `GET ${path} was answered ${answer.status}`);
    return answer.json();
  }

  async post(path, body, headers = {}) {
    this.stats.requests++;
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    return fetch(`${this.url}/api/plotter${path}`, {
      method: 'POST',
      headers: { ...json, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async addJob({ strokes = 40, ...more } = {}) {
    // A restarted board takes its position as the origin, so move the pen to the origin before the next drawing.
    if ((await this.get('/status')).positionLost) await this.putPenAtOrigin();
    const script = drawingOf(strokes, this.random);
    const answer = await this.post(
      '/job',
      { script: script.join('\n'), ...more },
      { prefer: 'respond-async' },
    );
    if (answer.status !== 202) return { status: answer.status, text: await answer.text() };
    const { id } = await answer.json();
    this.jobs.set(id, { script });
    return { id };
  }

  async draw() {
    const job = (await this.unfinished())[0];
    if (job === undefined) await this.addJob();
    else await this.resume(job.id);
  }

  async unfinished() {
    const all = await Promise.all([...this.jobs.keys()].map((id) => this.get(`/jobs/${id}`)));
    return all.filter(({ state }) => !['done', 'failed', 'cancelled'].includes(state.state));
  }

  /** Resumes a job like a user: if asked, moves the pen to the origin and confirms. */
  async resume(id) {
    await until(`job ${id} is resumed`, async () => {
      const answer = await this.post(`/jobs/${id}/resume`);
      if (answer.ok) return true;
      const problem = await answer.json();
      if (answer.status === 503) return false;
      // Undetectable damage to the database may have removed some of the job's commands.
      if (this.mayLeaveUnfinished && /commands of this job are lost/.test(problem.detail)) return true;
      assert.equal(answer.status, 409, `resuming was answered ${answer.status} ${JSON.stringify(problem)}`);
      assert.match(problem.type, /position/, `resuming was refused: ${JSON.stringify(problem)}`);
      await this.putPenAtOrigin();
      return false;
    });
  }

  /** Moves the pen to the origin: with the motors as far as the board knows its position, and the rest by hand. */
  async putPenAtOrigin() {
    const { plotter } = this.device;
    for (const command of ['PENUP', 'MOVE X0 Y0']) await this.command(command);
    await until('the machine stands', () => plotter.status().activity.state === 'idle');
    plotter.carryTo({ x: 0, y: 0 });
    await this.command('ZERO');
  }

  async command(command) {
    const answer = await this.post('/command', { command });
    assert.equal(answer.status, 200, `${command} was answered ${answer.status}`);
  }

  /** Resolves when the device has received `count` lines, or when no job is running. */
  async heard(count) {
    let left = count;
    const enough = new Promise((resolve) => {
      this.device.onLine = () => {
        if (--left === 0) resolve(true);
      };
    });
    const waiting = new AbortController();
    const atRest = this.atRest(waiting.signal);
    await Promise.race([enough, atRest]);
    waiting.abort();
    this.device.onLine = () => {};
  }

  async atRest(signal) {
    await until('all jobs are at rest', async () => {
      if (signal?.aborted || this.program.hasEnded) return true;
      const { jobs } = await this.get('/jobs').catch(() => ({ jobs: [{ state: {} }] }));
      return jobs.every(({ state }) => restingStates.includes(state.state));
    });
  }

  /** Resolves when all sent lines have arrived and the machine is at rest. Returns the number of lines. */
  async isStill() {
    const { device, program } = this;
    if (program.hasEnded) await until('the device read everything', () => !device.isConnected);
    await sleep(30);
    await until('the machine stands', () => device.plotter.status().activity.state === 'idle');
    return device.lines.length;
  }

  /** Notes the lines received before a cut. Call this before the next start, which sends queries. */
  async noteCut() {
    const seen = await this.isStill();
    this.cut ??= { seen, lastLine: this.device.lines.at(-1) };
    return this.cut;
  }

  async hasAsked() {
    const { device, program } = this;
    const before = device.lines.length;
    await until('the board is asked', () => program.hasEnded || device.lines.length > before);
  }

  /** Restarts the service if it ended, and checks that nothing moved without a command. */
  async check() {
    this.strikes++;
    const { seen, lastLine } = await this.noteCut();
    this.cut = undefined;
    const wasKilled = this.program.hasEnded && this.program.child.signalCode === 'SIGKILL';
    if (this.program.hasEnded) await this.start();
    await this.isReady();
    await this.atRest();
    if (wasKilled) await this.#checkCut(lastLine);
    const sent = this.device.lines.slice(seen).filter((line) => moves.test(line));
    assert.deepEqual(sent, [], 'the machine was moved by itself');
  }

  /**
   * Checks that the last received line is one of the sent commands from `next` on, or the one before. Does not
   * apply while a job is resuming.
   */
  async #checkCut(lastLine) {
    for (const { id, state, completed, failed, sent } of await this.unfinished()) {
      if (state.state !== 'interrupted') continue;
      const { next, unknown } = state;
      assert.deepEqual({ unknown, completed, failed }, { unknown: next, completed: next, failed: 0 });
      const job = this.jobs.get(id);
      const isStarting = next === job.resumedAt || (next === 0 && lastLine === 'BUFFER ON');
      const given = job.script.slice(Math.max(0, next - 1), sent);
      assert.ok(isStarting || given.includes(lastLine), `cut from ${next} to ${sent}, not at ${lastLine}`);
      job.resumedAt = next === 0 ? 0 : job.script.lastIndexOf('PENUP', next - 1) + 1;
    }
  }

  fillData = () => fill(this.dataDir);
  freeData = () => makeRoom(this.dataDir);

  async end() {
    for (const { id } of await this.unfinished()) {
      if (!restingStates.includes((await this.get(`/jobs/${id}`)).state.state)) continue;
      await this.resume(id);
      await this.atRest();
    }
    const wanted = new Set();
    const unfinished = new Set();
    for (const [id, { script }] of this.jobs) {
      const { state, completed, total } = await this.get(`/jobs/${id}`);
      if (state.state === 'done') {
        for (const line of linesDrawnBy(script)) wanted.add(line);
        if (!this.mayMissReplies)
          assert.equal(completed, total, `job ${id} is done and not all of it completed`);
      } else {
        assert.ok(this.mayLeaveUnfinished, `job ${id} is ${JSON.stringify(state)}`);
        for (const line of linesDrawnBy(script)) unfinished.add(line);
      }
    }
    const drawn = linesOnPaper(this.device.plotter);
    for (const line of wanted) assert.ok(drawn.has(line), `missing on the paper: ${line}`);
    for (const [line, times] of drawn) {
      const isWanted = wanted.has(line) || unfinished.has(line) || isBeginningOf(line, unfinished);
      assert.ok(isWanted, `drawn and never asked for: ${line}`);
      assert.ok(times <= 1 + this.strikes, `drawn ${times} times: ${line}`);
    }
    this.stats.commands += this.device.lines.length;
    const { code } = await this.program.end('SIGTERM');
    assert.equal(code, 0, `the plotter service ended with ${code} when it was asked to stop`);
  }

  async close() {
    await this.device?.close();
  }
}
