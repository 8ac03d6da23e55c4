import { startWebhookReceiver } from '@stationery/http/testing';
import { describe, expect, it } from 'vitest';
import { readPlotterConfig } from '../src/config.ts';
import { startTestPlotter } from './support/test-plotter.ts';

const secret = 'a secret of the tests';

describe('webhook', () => {
  it('receives each state of a job once', async () => {
    const { url, received } = await startWebhookReceiver();
    const plotter = await startTestPlotter({
      env: { PLOTTER_WEBHOOK_URL: url, PLOTTER_WEBHOOK_SECRET: secret },
    });
    const { id } = await plotter.queue(['PENDOWN', 'MOVE X100 Y0', 'PENUP']);
    const messages = () => received.map(({ message }) => message);
    await expect
      .poll(() => messages().map(({ data }) => (data as { state: { state: string } }).state.state))
      .toEqual(['queued', 'running', 'done']);
    expect(messages()[0]).toMatchObject({ service: 'plotter', event: 'job', data: { id } });
    expect(received[0]?.signature).toMatch(/^sha256=[0-9a-f]{64}$/);
  });

  it.each([
    [{ PLOTTER_WEBHOOK_URL: 'ftp://example.org' }, 'PLOTTER_WEBHOOK_URL must be http'],
    [{ PLOTTER_WEBHOOK_URL: 'https://me:pw@example.org' }, 'without user name and password'],
    [{ PLOTTER_WEBHOOK_URL: 'https://example.org' }, 'PLOTTER_WEBHOOK_SECRET must have'],
    [{ PLOTTER_WEBHOOK_URL: 'https://example.org', PLOTTER_WEBHOOK_SECRET: 'short' }, 'at least 16'],
  ])('is refused with %o', (env, message) => {
    expect(() => readPlotterConfig({ args: [], env })).toThrow(message);
  });
});
