import { settle } from '@stationery/core/testing';
import { expect, test } from 'vitest';
import { startReady } from './fleet-demo-command.ts';

function starting(signal = new AbortController().signal) {
  let becomeReady = () => {};
  const ready = new Promise<void>((resolve) => {
    becomeReady = resolve;
  });
  const happened: string[] = [];
  const start = async () => {
    happened.push('started');
    return { ready };
  };
  const next = startReady(start, signal).then(() => happened.push('next'));
  return { happened, next, becomeReady };
}

test('startReady waits until the service is ready', async () => {
  const { happened, next, becomeReady } = starting();
  await settle();
  expect(happened).toEqual(['started']);
  becomeReady();
  await next;
  expect(happened).toEqual(['started', 'next']);
});

test('startReady, when aborted, stops waiting for a service that never becomes ready', async () => {
  const stopping = new AbortController();
  const { next } = starting(stopping.signal);
  await settle();
  stopping.abort();
  await next;
  await starting(stopping.signal).next;
});
