import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';

/** Starts Docker with its own network and mounts. The returned `run` is its client. */
export async function startDocker() {
  // Use a disk, because Docker's layers are too large for a folder in memory.
  const folder = mkdtempSync('/var/tmp/stationery-docker-');
  const socket = `unix://${join(folder, 'socket')}`;
  const places = ['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec')];
  const options = ['--host', socket, '--pidfile', join(folder, 'pid'), '--storage-driver', 'vfs', ...places];
  const script = 'ip link set lo up && exec dockerd "$@"';
  const daemon = spawn('unshare', ['--net', '--mount', 'sh', '-c', script, 'sh', ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  daemon.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = new Promise((resolve) => daemon.once('close', resolve));
  onTestFinished(async () => {
    daemon.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  });
  const run = (program: string, words: string[], cwd?: string) =>
    execFileSync(program, words, { cwd, encoding: 'utf8', env: { ...process.env, DOCKER_HOST: socket } });
  const isReady = () => {
    if (daemon.exitCode !== null) throw new Error(`dockerd does not start: ${said}`);
    return said.includes('API listen on');
  };
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
  const pid = readFileSync(join(folder, 'pid'), 'utf8');
  const inNetwork = (program: string, ...words: string[]) =>
    run('nsenter', [`--net=/proc/${pid}/ns/net`, program, ...words]);
  return { run, inNetwork };
}
