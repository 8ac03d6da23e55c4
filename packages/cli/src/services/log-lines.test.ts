import { createLogger } from '@stationery/core';
import { expect, it } from 'vitest';
import { humanLines } from './service.ts';

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  const said: string[] = [];
  const out = { write: (line: string) => said.push(line) > 0 };
  write(createLogger({ level: 'trace', stream: humanLines(out) }));
  return said.join('').replaceAll(/^\d\d:\d\d:\d\d /gm, '');
}

it('humanLines prints a message with its fields in brackets instead of JSON', () => {
  const text = logged((log) => {
    log.info('the certificate was renewed for other names');
    log.info({ link: { state: 'busy', command: 'STATUS' } }, 'the plotter is ready');
    log.warn(
      { reason: 'no such file', retryInMs: 500, hosts: ['a', 'b'], none: [], no: null },
      'not connected',
    );
    log.debug({ path: 'x'.repeat(300) }, 'answered');
    log.error({ deep: { list: [{ a: 1 }] }, escape: '\u001b[31m\n' }, 'odd\n');
    log.info({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 }, 'many');
  });
  expect(text.split('\n')).toEqual([
    'the certificate was renewed for other names',
    'the plotter is ready (link: busy, command: STATUS)',
    'warning: not connected (reason: no such file, retryInMs: 500, hosts: a, b)',
    `debug: answered (path: ${'x'.repeat(200)} …)`,
    'error: odd\ufffd (list: {"a":1}, escape: \ufffd[31m\ufffd)',
    'many (a: 1, b: 2, c: 3, d: 4, e: 5, f: 6)',
    '',
  ]);
});

it('humanLines prints the message of an error, and its stack below', () => {
  const text = logged((log) =>
    log.error({ err: new TypeError('it broke'), job: 3 }, 'a job failed unexpectedly'),
  );
  const [first, ...trace] = text.trimEnd().split('\n');
  expect(first).toBe('error: a job failed unexpectedly (error: it broke, job: 3)');
  expect(trace.length).toBeGreaterThan(0);
  for (const line of trace) expect(line).toMatch(/^ {4}at /);
});
