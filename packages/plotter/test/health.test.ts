import { describe, expect, it } from 'vitest';
import { startScripted, startTestPlotter } from './support/test-plotter.ts';

describe('GET /plotter/health', () => {
  it.each(['/api/plotter/health', '/plotter/health'])('returns the documented report at %s', async (path) => {
    const plotter = await startTestPlotter({ env: { PLOTTER_SERIAL_BAUD: '9600' } });
    const answer = await plotter.get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toEqual({
      status: 'ok',
      plotter: { portPath: 'sim:', baudRate: 9600, isOpen: true },
    });
  });

  it('names the configured port, with 115200 baud by default', async () => {
    const plotter = await startScripted();
    expect(await (await plotter.get('/health')).json()).toEqual({
      status: 'ok',
      plotter: { portPath: plotter.device.portPath, baudRate: 115_200, isOpen: true },
    });
  });

  it('returns isOpen false while the port is closed, and true when it is open', async () => {
    const plotter = await startTestPlotter();
    await plotter.post('/disconnect');
    const answer = await plotter.get('/health');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ status: 'ok', plotter: { portPath: 'sim:', isOpen: false } });
    await plotter.post('/connect');
    await expect
      .poll(async () => (await plotter.get('/health')).json())
      .toMatchObject({ plotter: { isOpen: true } });
  });

  it('notices an unplugged cable', async () => {
    const plotter = await startTestPlotter();
    await plotter.board.unplug();
    await expect
      .poll(async () => (await plotter.get('/health')).json())
      .toMatchObject({ status: 'ok', plotter: { isOpen: false } });
  });
});
