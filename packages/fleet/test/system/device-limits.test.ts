import { fleetProtocol, reportsSubject } from '@stationery/contract/fleet';
import { createLogger, systemClock } from '@stationery/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLayout, Fleet } from '../../src/board/index.ts';
import { Broker } from '../../src/collections/index.ts';
import { natsServer, startServer } from '../support/nats-server.ts';

describe.skipIf(!natsServer.run)(`a device that floods the fleet (${natsServer.label})`, () => {
  it('fills neither the broker nor the log of the board', async () => {
    const { server } = await startServer();
    const lines: { msg: string }[] = [];
    const log = createLogger({ level: 'info', stream: { write: (line) => lines.push(JSON.parse(line)) } });
    const stopping = new AbortController();
    const config = { server, isTls: false };
    const broker = new Broker(config, 'device', { clock: systemClock, log, signal: stopping.signal });
    onTestFinished(async () => {
      stopping.abort();
      await broker.close();
    });
    await broker.first();
    await createLayout(broker);
    // As at the next start of the board.
    await createLayout(broker);
    const { js, manager } = broker.current;
    const report = JSON.stringify({ protocol: fleetProtocol, nonsense: true });
    const send = () => js.publish(reportsSubject('loud'), report);
    for (let at = 0; at < 1_000; at += 100) await Promise.all(Array.from({ length: 100 }, send));
    await expect(send()).rejects.toThrow('maximum messages per subject exceeded');
    await expect(js.publish(reportsSubject('loud'), 'x'.repeat(20_000))).rejects.toThrow('maximum');
    await js.publish(reportsSubject('quiet'), report);
    const fleet = new Fleet({ config, clock: systemClock, log });
    onTestFinished(() => fleet.stop());
    await fleet.start();
    const { streams } = await manager();
    await expect.poll(async () => (await streams.info('FLEET_REPORTS')).state.messages).toBe(0);
    expect(lines.filter(({ msg }) => msg === 'reports ignored')).toHaveLength(1);
    expect(lines.length).toBeLessThan(10);
  });
});
