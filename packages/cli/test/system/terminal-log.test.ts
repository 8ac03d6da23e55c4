import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { needsProgram, temporaryFolder, unusedPort } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { startClient } from '../support/client.ts';
import { clientAtTerminal } from '../support/terminal.ts';

const natsServer = needsProgram('nats-server', 'nats-server');

/** Returns an environment with a misspelt setting, which causes a warning. */
const plotterEnv = async () => ({
  PLOTTER_DATA_DIR: await temporaryFolder(),
  PLOTTER_HTTP_PORT: '0',
  PLOTTER_SERIAL_PAHT: 'sim:',
});

it('the log of a service is plain text at a terminal, above the addresses', async () => {
  const service = clientAtTerminal(['plotter'], await plotterEnv());
  await expect.poll(() => service.screen, { timeout: 60_000 }).toContain('Stop with Ctrl+C.');
  expect(service.screen).toMatch(
    /the plotter is ready .*\r\nStationery plotter (?:.*\r\n)+Stop with Ctrl\+C\.\r\n$/,
  );
  service.type('\x03');
  expect(await service.ended).toBe(0);
  expect(service.screen).toMatch(
    /^\d\d:\d\d:\d\d warning: the environment variable PLOTTER_SERIAL_PAHT is not a setting.*\r$/m,
  );
  expect(service.screen).toMatch(
    /^\d\d:\d\d:\d\d the board started \(banner: READY stationery-plotter .*\)\r$/m,
  );
  expect(service.screen).not.toContain('{"');
});

it('the log of a service is JSON without a terminal', async () => {
  const service = startClient(['plotter'], { env: await plotterEnv() });
  await expect.poll(() => service.stderr, { timeout: 60_000 }).toContain('the plotter is ready');
  service.signal('SIGTERM');
  expect(await service.ended).toBe(0);
  const lines = service.stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(lines).toContainEqual({
    level: 40,
    time: expect.any(Number),
    msg: expect.stringContaining('PLOTTER_SERIAL_PAHT is not a setting'),
  });
  expect(lines).toContainEqual({
    level: 30,
    time: expect.any(Number),
    banner: expect.stringContaining('READY stationery-plotter'),
    msg: 'the board started',
  });
});

it.skipIf(!natsServer.run)(`a fleet stopped with Ctrl+C reports no error (${natsServer.label})`, async () => {
  const natsPort = await unusedPort();
  const ports = ['--nats-port', `${natsPort}`, '--http-port', '0'];
  const fleet = clientAtTerminal(['fleet', 'up', ...ports], { BOARD_DATA_DIR: await temporaryFolder() });
  await expect.poll(() => fleet.screen, { timeout: 60_000 }).toContain('Stop with Ctrl+C.');
  // If the NATS server ended at Ctrl+C before the board, the board would report that. Pause the board to check that
  // the NATS server keeps running.
  process.kill(fleet.pid(), 'SIGSTOP');
  fleet.type('\x03');
  await expect.poll(() => fleet.screen).toContain('^C');
  await setTimeout(200);
  const connection = connect(natsPort, '127.0.0.1');
  await once(connection, 'connect');
  connection.destroy();
  process.kill(fleet.pid(), 'SIGCONT');
  expect(await fleet.ended).toBe(0);
  expect(fleet.screen.split('Stop with Ctrl+C.')[1]).not.toMatch(/error|warning/);
});
