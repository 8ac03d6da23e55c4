import { createHmac } from 'node:crypto';
import { type Clock, silentLogger, systemClock } from '@stationery/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startWebhookReceiver } from '../testing/webhook-receiver.ts';
import { Webhook, webhookLimits } from './webhook.ts';

const secret = 'a secret of the tests';

async function startReceiver(...statuses: (number | 'cut')[]) {
  const { url, received } = await startWebhookReceiver(...statuses);
  const pauses: { delayMs: number; run: () => void }[] = [];
  const clock: Clock = {
    ...systemClock,
    after(delayMs, run) {
      if (delayMs === webhookLimits.answerMs) return systemClock.after(delayMs, run);
      pauses.push({ delayMs, run });
      return () => pauses.splice(0);
    },
  };
  const config = { url: new URL(url), secret };
  const webhook = new Webhook({ config, clock, log: silentLogger });
  onTestFinished(() => webhook.stop());
  const send = (id: number) =>
    webhook.send({ id, service: 'plotter', event: 'job', at: '2026-11-18T12:00:00.000Z', data: { id } });
  const ids = () => received.map(({ message }) => message.id);
  /** Ends the pause after a failed attempt. Returns how long it would have been. */
  const endPause = async () => {
    await expect.poll(() => pauses.length).toBe(1);
    const [pause] = pauses.splice(0);
    pause?.run();
    return pause?.delayMs;
  };
  return { received, ids, send, endPause, pauses, webhook };
}

describe('webhook', () => {
  it('posts events in order, with a signature', async () => {
    const { received, ids, send } = await startReceiver();
    for (const id of [1, 2, 3]) send(id);
    await expect.poll(ids).toEqual([1, 2, 3]);
    const [{ body, signature } = { body: '', signature: '' }] = received;
    expect(JSON.parse(body)).toEqual({
      id: 1,
      service: 'plotter',
      event: 'job',
      at: '2026-11-18T12:00:00.000Z',
      data: { id: 1 },
    });
    expect(signature).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  });

  it('retries after errors of the receiver, with increasing delays', async () => {
    const { ids, send, endPause } = await startReceiver(500, 'cut', 429);
    send(1);
    send(2);
    expect([await endPause(), await endPause(), await endPause()]).toEqual([1000, 2000, 4000]);
    await expect.poll(ids).toEqual([1, 1, 1, 2]);
  });

  it.each([400, 302])('does not retry an event that was answered with %i', async (status) => {
    const { ids, send } = await startReceiver(status);
    send(1);
    send(2);
    await expect.poll(ids).toEqual([1, 2]);
  });

  it('drops the oldest events if too many wait', async () => {
    const { ids, send, endPause, pauses } = await startReceiver(503);
    send(0);
    await expect.poll(() => pauses.length).toBe(1);
    const many = Array.from({ length: webhookLimits.queued + 5 }, (_, index) => index + 1);
    many.forEach(send);
    await endPause();
    await expect.poll(() => ids().at(-1)).toBe(many.at(-1));
    expect(ids()).toEqual([0, ...many.slice(5)]);
  });

  it('sends nothing more when stopped during a retry delay', async () => {
    const { ids, send, pauses, webhook } = await startReceiver(503);
    send(1);
    await expect.poll(() => pauses.length).toBe(1);
    webhook.stop();
    send(2);
    expect(pauses).toEqual([]);
    expect(ids()).toEqual([1]);
  });
});
