import { penRequest } from '@stationery/drawing';
import { describe, expect, it } from 'vitest';
import { findSchemaProblems } from '../../../mqtt/test/support/home-assistant-schema.ts';
import { Listener, mosquitto, retainedAt, startBroker } from '../../../mqtt/test/support/mosquitto.ts';
import { startTestPlotter } from '../support/test-plotter.ts';

const pens = [
  { name: 'Black', colour: '#000000', from: 0 },
  { name: 'Red', colour: '#ff0000', from: 3 },
];
const askForRed = penRequest({ pen: { name: 'Red', colour: '#ff0000' }, index: 1, count: 2 });

describe.skipIf(!mosquitto.run)(`a plotter over MQTT (${mosquitto.label})`, () => {
  it('publishes its state and the requested pen, and is paused, resumed and stopped', async () => {
    const broker = await startBroker();
    const listener = await Listener.at(broker.port);
    const heard: string[] = [];
    const plotter = await startTestPlotter({
      speedFactor: 10,
      env: { PLOTTER_MQTT_URL: `mqtt://127.0.0.1:${broker.port}` },
      onBytes: (bytes) => heard.push(Buffer.from(bytes).toString().trim()),
    });
    const state = () => listener.lastDocument('/state');
    await expect.poll(state).toMatchObject({ state: 'idle', job: null, progress: 0, needs_pen: false });
    await expect.poll(async () => (await plotter.status()).mqtt).toMatchObject({ state: 'connected' });
    const retained = await retainedAt(broker.port);
    const config = Object.keys(retained).find((name) => name.endsWith('/config')) ?? '';
    const document = JSON.parse(retained[config] ?? '{}') as Record<string, unknown>;
    expect(findSchemaProblems(config, document)).toEqual([]);
    const base =
      Object.keys(retained)
        .find((name) => name.endsWith('/availability'))
        ?.slice(0, -13) ?? '';
    const set = (name: string) => listener.send(`${base}/set/${name}`, name);

    // Moves of several seconds, so that the commands arrive during motion.
    const { id } = await plotter.queue(
      [
        'PENUP',
        'SPEED 100',
        'MOVE X400 Y0',
        'PENUP',
        ...Array.from({ length: 900 }, (_, at) => `MOVE X${(at % 500) * 40} Y0`),
      ],
      { name: 'Ship', pens, pauses: [{ before: 3, reason: askForRed }] },
    );
    await expect.poll(state).toMatchObject({
      state: 'needs_pen',
      needs_pen: true,
      pen: { name: 'Red', number: 2, count: 2 },
      job: { id, name: 'Ship' },
      code: 'pen-change',
    });
    await set('resume');
    await expect.poll(state).toMatchObject({ state: 'plotting', needs_pen: false, pen: null });
    await expect.poll(() => heard.join('\n')).toContain('MOVE X80 Y0');
    await set('pause');
    await expect.poll(state).toMatchObject({ state: 'paused' });
    await set('resume');
    await expect.poll(state).toMatchObject({ state: 'plotting' });
    await expect.poll(() => Number(state().progress)).toBeGreaterThan(0);

    // A resume in progress at the stop moves nothing.
    await set('pause');
    await expect.poll(state).toMatchObject({ state: 'paused' });
    heard.length = 0;
    await Promise.all([set('resume'), set('stop')]);
    await expect.poll(() => heard.join()).toContain('STOP');
    await expect.poll(state).toMatchObject({ state: expect.stringMatching(/^(idle|paused)$/) });
    const sentAfter = heard.slice(heard.findIndex((line) => line.includes('STOP')) + 1);
    expect(sentAfter.filter((line) => line.includes('MOVE'))).toEqual([]);
    await set('cancel');
    await expect.poll(state).toMatchObject({ state: 'idle', job: null });
    await set('pause');
    // The stop may have ended the job; then the cancel is refused too, perhaps later than the pause.
    await expect
      .poll(() => listener.all('/refused').map((each) => JSON.parse(each) as unknown))
      .toContainEqual(expect.objectContaining({ command: 'pause', code: 'wrong-job-state' }));
    await plotter.stop();
    await expect.poll(() => listener.last('/availability')).toBe('offline');
  });

  it('reports by a code why there is no broker, and keeps plotting', async () => {
    const broker = await startBroker({ users: { me: 'right' } });
    const plotter = await startTestPlotter({
      env: { PLOTTER_MQTT_URL: `mqtt://me:wrong@127.0.0.1:${broker.port}` },
    });
    await expect
      .poll(async () => (await plotter.status()).mqtt)
      .toMatchObject({ state: 'failed', cause: { code: 'mqtt-login-refused' } });
    const { id } = await plotter.queue(['MOVE X10 Y0']);
    await plotter.expectState(id, 'done');
  });

  it('reports why a missing machine cannot be stopped', async () => {
    const broker = await startBroker();
    const listener = await Listener.at(broker.port);
    const plotter = await startTestPlotter({
      env: { PLOTTER_MQTT_URL: `mqtt://127.0.0.1:${broker.port}` },
    });
    await expect.poll(() => listener.lastDocument('/state')).toMatchObject({ state: 'idle' });
    await plotter.post('/disconnect');
    await expect.poll(() => listener.lastDocument('/state')).toMatchObject({ state: 'disconnected' });
    const { topic = '' } = listener.heard.find((one) => one.topic.endsWith('/state')) ?? {};
    await listener.send(topic.replace(/state$/, 'set/stop'), 'stop');
    await expect.poll(() => listener.lastDocument('/refused')).toMatchObject({ code: 'port-closed' });
  });
});
