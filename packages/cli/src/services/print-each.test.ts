import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { CommandContext } from '../command-line/command.ts';
import { Output } from '../terminal/output.ts';
import { type Running, runServices } from './service.ts';

it.each([
  [true, 'Board\n  http://localhost:3200\n'],
  [false, ''],
])('with printsEach=%s, the output before the next service starts is %j', async (printsEach, printed) => {
  const stdout = new PassThrough({ encoding: 'utf8' });
  const streams = { stdin: new PassThrough(), stdout, stderr: new PassThrough() };
  const context = { out: new Output(streams, false, {}), signal: new AbortController().signal };
  const board = { title: 'Board', lines: ['http://localhost:3200'], stop: async () => undefined };
  let before: unknown;
  const next = async () => {
    before = stdout.read() ?? '';
    throw new Error('no port');
  };
  const run = runServices([async () => board as unknown as Running, next], context as CommandContext, {
    printsEach,
  });
  await expect(run).rejects.toThrow('no port');
  expect(before).toBe(printed);
});
