import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { toAppError } from './to-app-error.ts';

const missing = `/nowhere/${'part'}.mjs`;

it.each([
  ['imported', () => import(missing)],
  [
    'started as a thread',
    () => new Promise((_, reject) => new Worker(new URL(`file://${missing}`)).on('error', reject)),
  ],
])(
  'a part of the program that is gone after an upgrade, and is %s, is not called a fault',
  async (_, use) => {
    const thrown = await use().catch((error: unknown) => error);
    expect(toAppError(thrown)).toMatchObject({
      code: 'service-stopping',
      message: expect.stringContaining('upgraded while it ran'),
    });
  },
);
