import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { needsProgram } from '@stationery/core/testing';
import { onTestFinished, vi } from 'vitest';
import { waitForIt } from './rig.ts';

export const pulseaudio = needsProgram('pulseaudio', 'pulseaudio');
export const pactl = needsProgram('pactl', 'pulseaudio-utils');

/**
 * Starts a real PulseAudio server for programs that the test starts. Its outputs are silent and can
 * be unplugged.
 */
export async function startPulse(folder: string) {
  const socket = join(folder, 'pulse.sock');
  const server = `unix:${socket}`;
  const env = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, PULSE_SERVER: server };
  const options = ['-n', '--daemonize=no', '--use-pid-file=no', '--exit-idle-time=-1', '--disable-shm'];
  const protocol = `module-native-protocol-unix auth-anonymous=1 socket=${socket}`;
  const child = spawn(pulseaudio.path, [...options, '-L', protocol, '-L', 'module-rescue-streams'], {
    env,
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  vi.stubEnv('PULSE_SERVER', server);
  // Disable PipeWire, because otherwise that of a desktop would be used.
  vi.stubEnv('PIPEWIRE_REMOTE', 'none');
  onTestFinished(() => void vi.unstubAllEnvs());
  const run = async (...words: string[]) =>
    (await promisify(execFile)(pactl.path, words, { env, timeout: 10_000 })).stdout;
  await waitForIt(async () => void (await run('info')));
  return {
    /** Adds an output. Returns a function that removes it. */
    async plug(name: string): Promise<() => Promise<unknown>> {
      const properties = `sink_properties=device.description=${name}`;
      const module = await run('load-module', 'module-null-sink', `sink_name=${name}`, properties);
      return () => run('unload-module', module.trim());
    },
    /** Returns the names of the outputs that play now. */
    async playing(): Promise<string[]> {
      const rows = async (kind: string) =>
        (await run('list', 'short', kind)).split('\n').map((line) => line.split('\t'));
      const names = new Map((await rows('sinks')).map(([number, name]) => [number, name]));
      return (await rows('sink-inputs')).flatMap(([, sink]) => names.get(sink) ?? []);
    },
  };
}
