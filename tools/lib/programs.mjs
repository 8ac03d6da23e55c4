// Shared by benches and scripts: starting the built program, its memory and CPU time, folders, browsers.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, homedir, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from './prepare.mjs';

export function machine() {
  const [cpu, ...others] = cpus();
  const memoryGiB = Math.round(totalmem() / 2 ** 30);
  return `${others.length + 1} × ${cpu.model.trim()}, ${memoryGiB} GiB, Node ${process.version}`;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? undefined : sorted[Math.floor(sorted.length / 2)];
}

/** Creates a folder that is removed when this process ends. */
export function temporaryFolder(parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, 'stationery-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a station with its data below `folder`. */
export const startStation = (folder, env, options) =>
  startStationery(
    ['station'],
    { STATION_DATA_DIR: join(folder, 'data'), STATION_HTTP_PORT: '0', STATION_HTTPS_PORT: '0', ...env },
    options,
  );

/** Starts a plotter service with its data below `folder`. */
export const startPlotter = (folder, env) =>
  startStationery(['plotter', '--log-level', 'error'], {
    PLOTTER_DATA_DIR: join(folder, 'data'),
    PLOTTER_HTTP_PORT: '0',
    ...env,
  });

export const startStationery = (args, env, options) =>
  startProgram('packages/cli/bin/stationery.mjs', args, env, options);

/**
 * Starts a program in a separate process. Ready when it prints its URL.
 *
 * @param {string} script
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @param {{ onError?: (text: string) => void }} [options]
 */
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
  const residentMiB = () => statusOf(child.pid, 'VmRSS') / 1024;
  return {
    url,
    pid: child.pid,
    residentMiB,
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

const statusOf = (pid, name) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** User and system time of a process with all its threads. */
export function processorMs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Peak memory of a process. */
export const highestMiB = (pid) => Math.round(statusOf(pid, 'VmHWM') / 1024);

/** A free port; imported on use, because a bench builds first. */
export async function freePort() {
  const { unusedPort } = await import('../../packages/core/dist/testing/unused-port.js');
  return unusedPort();
}

/** Imported on use, because most scripts need no browser. */
export async function openBrowser(name = 'chromium', ...args) {
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath: `/usr/bin/${name}`, args: ['--no-sandbox', ...args] });
}

/** Where a package for comparisons is installed; it is not a dependency. */
export const homeOf = (name, version) =>
  process.env[`${name.toUpperCase()}_DIR`] ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'stationery', `${name}-${version}`);

export function installOnce(name, version) {
  const home = homeOf(name, version);
  if (existsSync(join(home, 'node_modules', name, 'package.json'))) return;
  process.stderr.write(`Installing ${name} ${version} …\n`);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  const words = ['install', `${name}@${version}`, '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  const run = spawnSync('npm', words, { cwd: home, encoding: 'utf8', timeout: 600_000 });
  if (run.status !== 0) throw new Error(`npm could not install ${name}: ${run.stderr}`);
}
