import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { ManualClock, settle } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { bodyChunks } from './body-chunks.ts';

/** A body that a test sends by hand. */
function openBody() {
  const body = new PassThrough();
  const clock = new ManualClock();
  const request = body as unknown as IncomingMessage;
  const read = (async () => {
    let text = '';
    for await (const chunk of bodyChunks(request, clock)) text += chunk.toString();
    return text;
  })();
  read.catch(() => undefined);
  return { body, clock, read };
}

describe('the chunks of a body', () => {
  it('come as they are sent, until the end, and leave no alarm set', async () => {
    const { body, clock, read } = openBody();
    for (const piece of ['a', 'b', 'c']) {
      body.write(piece);
      await settle();
    }
    body.end();
    expect(await read).toBe('abc');
    expect(clock.pending).toBe(0);
  });

  it('are given up on when less than 1 KiB comes in 30 s', async () => {
    const { body, clock, read } = openBody();
    for (let second = 0; second < 31; second++) {
      body.write('x');
      await clock.advance(1_000);
    }
    await expect(read).rejects.toMatchObject({ code: 'request.too-slow' });
  });

  it('may take for ever at a steady pace', async () => {
    const { body, clock, read } = openBody();
    for (let minute = 0; minute < 20; minute++) {
      body.write(Buffer.alloc(1024));
      await clock.advance(29_000);
    }
    body.end();
    expect((await read).length).toBe(20 * 1024);
  });

  it('fail when the client hangs up', async () => {
    const { body, read } = openBody();
    body.write('x');
    await settle();
    body.destroy();
    await expect(read).rejects.toMatchObject({ code: 'request.malformed' });
  });
});
