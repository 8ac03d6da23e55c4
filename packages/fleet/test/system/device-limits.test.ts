import type { JetStreamClient } from '@nats-io/jetstream';
import { connect, nkeyAuthenticator } from '@nats-io/transport-node';
import { fleetProtocol, publishPermissions, reportsSubject } from '@stationery/contract/fleet';
import { createLogger, systemClock } from '@stationery/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLayout, Fleet } from '../../src/board/index.ts';
import { Broker } from '../../src/collections/index.ts';
import { boardCredentialsFile, type FleetCredentials, readCredentials } from '../../src/index.ts';
import { natsServer, startServer } from '../support/nats-server.ts';
import { connectAs, startSecureFleet, trusting } from '../support/secure-fleet.ts';

/** Publishes a message. Retries while the broker refuses it because of too many unread messages. */
async function untilTaken(js: JetStreamClient, subject: string, message: string): Promise<void> {
  await expect
    .poll(
      () =>
        js.publish(subject, message).then(
          () => true,
          () => false,
        ),
      { interval: 250, timeout: 60_000 },
    )
    .toBe(true);
}

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
    // Create the layout twice, as the board does at its next start.
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

describe.skipIf(!natsServer.run)(`an enrolled device that floods the fleet (${natsServer.label})`, () => {
  it('neither grows a stream past its limit nor blocks the board for others', async () => {
    const lines: string[] = [];
    const log = createLogger({ level: 'info', stream: { write: (line) => lines.push(line) } });
    const { board, server, joined } = await startSecureFleet(onTestFinished, log);
    const loud = await joined('loud');
    const { nats, js } = await connectAs(server, loud);
    const say = (more: object) => JSON.stringify({ protocol: fleetProtocol, job: 'j1', fence: 1, ...more });
    const flood = async (messages: string[]) => {
      for (let at = 0; at < messages.length; at += 100)
        await Promise.all(
          messages.slice(at, at + 100).map((message) => untilTaken(js, reportsSubject('loud'), message)),
        );
    };
    const subjects = publishPermissions('loud').map(({ subject }) => subject.replace(/>$/, 'x.y'));
    for (const subject of subjects.filter((name) => name !== reportsSubject('loud')))
      for (let at = 0; at < 500; at++) nats.publish(subject, say({ at }));
    await nats.flush();
    // Each report causes an order, which the device does not read.
    await flood(Array.from({ length: 1_050 }, (_, at) => say({ number: at + 1, report: 'claimed' })));
    await flood(Array.from({ length: 1_050 }, (_, at) => say({ protocol: fleetProtocol + 1, at })));
    const streams = await board.fleet.withBroker(async ({ manager }) => (await manager()).streams);
    const count = async (name: string) => (await streams.info(name)).state.messages;
    await expect.poll(() => count('FLEET_REPORTS'), { timeout: 60_000 }).toBe(0);
    expect(await count('FLEET_ORDERS')).toBe(1_000);
    expect(await count('KV_fleet_parked')).toBe(1_000);
    expect(await count('KV_fleet_devices')).toBe(1);
    for (const name of ['KV_fleet_jobs', 'KV_fleet_collections', 'KV_fleet_files', 'OBJ_fleet_drawings'])
      expect([name, await count(name)]).toEqual([name, 0]);
    expect(lines.length).toBeLessThan(30);

    await board.fleet.forget('loud');
    expect(await count('FLEET_ORDERS')).toBe(0);
    expect(await count('KV_fleet_parked')).toBe(0);
  });

  it('is limited in its connections, so that the board can always connect', async () => {
    const { dataDir, server, joined } = await startSecureFleet(onTestFinished);
    const loud = await joined('loud');
    const connectOnce = (credentials: FleetCredentials) =>
      connect({
        servers: server,
        reconnect: false,
        authenticator: nkeyAuthenticator(new TextEncoder().encode(credentials.seed)),
        tls: trusting(credentials),
      });
    for (let at = 0; at < 14; at++) {
      const nats = await connectOnce(loud);
      onTestFinished(() => nats.close());
    }
    await expect(connectOnce(loud)).rejects.toThrow('maximum account active connections exceeded');
    await (await connectOnce(readCredentials(boardCredentialsFile(dataDir))!)).close();
  });
});
