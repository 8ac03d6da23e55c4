import { describe, expect, it } from 'vitest';
import { Program } from '../support/program.ts';

const service = new URL('../../dist/services/service.js', import.meta.url).href;

/**
 * Starts a process with one service, run like the commands of the program; `stop` and `start` are
 * JavaScript.
 */
async function start(parts: { start?: string; stop?: string }): Promise<Program> {
  const text = `
    const { runServices } = await import(${JSON.stringify(service)});
    const asked = new AbortController();
    process.once('SIGTERM', () => asked.abort());
    // Keeps the process alive, like an open port.
    setInterval(() => {}, 1000);
    const running = { about: {}, title: 'test', lines: [], http: {}, stop: ${parts.stop ?? 'async () => {}'} };
    const out = { event: () => console.log('started'), line: () => {} };
    console.log('starting');
    const begin = ${parts.start ?? 'async () => running'};
    process.exit(await runServices([begin], { out, signal: asked.signal }, { maxStopMs: 300 }));
  `;
  const program = new Program(['--input-type=module', '-e', text], {}, { program: [process.execPath] });
  const word = parts.start === undefined ? 'started' : 'starting';
  await program.printed((printed) => (printed.includes(word) ? true : undefined));
  return program;
}

describe('a service that is asked to stop', () => {
  it('exits with 0 once it has stopped', async () => {
    const program = await start({});
    program.kill('SIGTERM');
    expect(await program.exit).toEqual({ code: 0, signal: null });
    expect(program.stderr).toBe('');
  });

  it.each([
    ['stop never ends', { stop: '() => new Promise(() => {})' }],
    ['start never ends', { start: '() => new Promise(() => {})' }],
  ])('exits within its time limit if its %s, and names the reason', async (_, parts) => {
    const program = await start(parts);
    program.kill('SIGTERM');
    expect(await program.exit).toEqual({ code: 1, signal: null });
    expect(program.stderr).toContain('not stopped after 0.3 s');
  });
});
