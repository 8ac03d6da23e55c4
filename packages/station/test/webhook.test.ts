import { startWebhookReceiver } from '@stationery/http/testing';
import { expect, it } from 'vitest';
import { startTestStation } from './support/test-station.ts';

it('the station posts taps and removals to the webhook', async () => {
  const { url, received } = await startWebhookReceiver();
  const station = await startTestStation({
    env: { STATION_WEBHOOK_URL: url, STATION_WEBHOOK_SECRET: 'a secret of the tests' },
  });
  station.reader.put({ uid: Buffer.from('04B3356B7C3D91', 'hex'), sak: 0x08 });
  await expect.poll(() => received.length).toBe(1);
  station.reader.take();
  await expect.poll(() => received.length).toBe(2);
  const tap = { service: 'station', data: { serial: '0x04B3356B7C3D91', id: null } };
  expect(received.map(({ message }) => message)).toMatchObject([
    { ...tap, event: 'tap.on' },
    { ...tap, event: 'tap.off' },
  ]);
});
