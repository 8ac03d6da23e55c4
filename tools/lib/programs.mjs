import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { machineCache } from './machine-cache.mjs';

export function machine() {
  const [cpu, ...others] = cpus();
  const memoryGiB = Math.round(totalmem() / 2 ** 30);
  return `${others.length + 1} × ${cpu.model.trim()}, ${memoryGiB} GiB, Node ${process.version}`;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? undefined : sorted[Math.floor(sorted.length / 2)];
}

/** Makes a folder that is removed when this process ends. */
export function temporaryFolder(parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, 'stationery-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const statusMiB = (pid, name) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
  1024;

/** Returns the user and system time of all threads of a process. */
export function processorMs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Returns the CPU time of the main thread, which other work on the machine hardly affects. */
export function threadMs() {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : performance.now();
}

/** Runs a script in a fresh process. Returns the JSON in its last line of output. */
export function runForJson(script, ...args) {
  const stdout = execFileSync(process.execPath, [script, ...args], { encoding: 'utf8', timeout: 900_000 });
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

export const highestMiB = (pid) => Math.round(statusMiB(pid, 'VmHWM'));

/** Returns an unused port. Imports the code on use, because a bench builds it first. */
export async function freePort() {
  const { unusedPort } = await import('../../packages/core/dist/testing/unused-port.js');
  return unusedPort();
}

/** Opens a browser. Imports Playwright on use, because most scripts need no browser. */
export async function openBrowser(name = 'chromium', ...args) {
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath: `/usr/bin/${name}`, args: ['--no-sandbox', ...args] });
}

/** Returns the folder of an npm package that is not a dependency and is installed only for benches and tests. */
export const homeOf = (name, version) =>
  process.env[`${name.toUpperCase()}_DIR`] ?? join(machineCache, `${name}-${version}`);

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
