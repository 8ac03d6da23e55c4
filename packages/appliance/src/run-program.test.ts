import { expect, it } from 'vitest';
import { runProgram } from './run-program.ts';

it.each([
  ['a status of its own', 'exit 3', 3],
  ['a crash', 'kill -SEGV $$', 139],
  ['too much output', 'yes', 143],
])('a program that ends with %s does not count as timed out', async (_, script, status) => {
  expect(await runProgram(['sh', '-c', script])).toMatchObject({ status, isMissing: false });
});

it('a program that is missing or times out has no exit status', async () => {
  expect(await runProgram(['no-such-program'])).toMatchObject({ status: undefined, isMissing: true });
  expect(await runProgram(['sh', '-c', 'exec sleep 60'], 10)).toMatchObject({
    status: undefined,
    isMissing: false,
  });
});
