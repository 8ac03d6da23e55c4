// Shared by the benches: starting programs, watching their memory, counting.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/prepare.mjs';

export function machine() {
  const [cpu, ...others] = cpus();
  const memoryGiB = Math.round(totalmem() / 2 ** 30);
  return `${others.length + 1} × ${cpu.model.trim()}, ${memoryGiB} GiB, Node ${process.version}`;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? undefined : sorted[Math.floor(sorted.length / 2)];
}

/** Starts a program in a separate process. Ready when it prints its URL. */
export async function startProgram(script, args, env = {}, { onError } = {}) {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', onError === undefined ? 'inherit' : 'pipe'],
  });
  child.stderr?.on('data', (text) => onError(String(text)));
  const url = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (text) => {
      said += text;
      const found = /http:\/\/[\w.]+:\d+/.exec(said)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.on('exit', () => reject(new Error(`${script} ended: ${said}`)));
  });
  const residentMiB = () => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  };
  /** All threads; fields 14 and 15 are in hundredths of a second. */
  const processorSeconds = () => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  return {
    url,
    pid: child.pid,
    residentMiB,
    processorSeconds,
    /** Samples resident memory until `stop()`, which returns the maximum. */
    watchMemory() {
      let highest = residentMiB();
      const timer = setInterval(() => {
        highest = Math.max(highest, residentMiB());
      }, 20);
      return {
        stop() {
          clearInterval(timer);
          return Math.max(highest, residentMiB());
        },
      };
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** A free port; imported on use, because a bench builds first. */
export async function freePort() {
  const { unusedPort } = await import('../../packages/core/dist/testing/unused-port.js');
  return unusedPort();
}
