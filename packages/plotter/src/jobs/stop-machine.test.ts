import { createLogger } from '@stationery/core';
import { settle } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { LinkBench, ourBanner } from '../../test/link/link-bench.ts';
import { StopCount } from './stop-count.ts';
import { stopMachine } from './stop-machine.ts';

it.each(['the jobs', 'the notice'])('a stop is answered even if %s cannot be reported', async (what) => {
  const logged: string[] = [];
  const log = createLogger({
    level: 'error',
    stream: { write: (line) => void logged.push((JSON.parse(line) as { msg: string }).msg) },
  });
  const fail = () => {
    throw new Error('The disk cannot be read.');
  };
  const { driver, written, say } = await bench();
  const stopped = stopMachine({
    driver,
    stops: new StopCount(),
    jobs: { stopped: () => (what === 'the jobs' ? fail : () => ({ isSaved: false, pausedJob: 7 })) },
    tellNotice: fail,
    log,
  })();
  await expect.poll(() => logged).toEqual(['saving or reporting after a stop failed']);
  expect(written).toEqual(['STOP']);
  await say('OK STOPPED\n');
  expect((await stopped).reply.ok).toBe(true);
  await settle();
});

async function bench() {
  const ready = await new LinkBench().ready(ourBanner);
  await ready.pass(2_000);
  return { driver: ready.driver, written: ready.written, say: (text: string) => ready.say(text) };
}
