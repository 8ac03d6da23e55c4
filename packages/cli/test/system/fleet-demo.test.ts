import { createBoardClient } from '@stationery/client/board';
import { needsProgram, temporaryFolder, unusedPort } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { accepts } from '../../../fleet/src/board/nats-process.ts';
import { Program } from '../support/program.ts';

const natsServer = needsProgram('nats-server', 'nats-server');

describe.skipIf(!natsServer.run)(`stationery fleet (${natsServer.label})`, () => {
  it('demo shows working plotters and stations, and leaves nothing running', async () => {
    const [natsPort, httpPort] = [await unusedPort(), await unusedPort()];
    const ports = ['--nats-port', `${natsPort}`, '--http-port', `${httpPort}`];
    const demo = new Program(['fleet', 'demo', '--plotters', '1', '--stations', '2', ...ports], {
      BOARD_DATA_DIR: await temporaryFolder(),
    });
    const board = createBoardClient({ baseUrl: `http://127.0.0.1:${httpPort}` });
    const seen = async () => {
      const devices = await board.devices().catch(() => []);
      const stations = devices.flatMap(({ state }) => (state.station ? [state.station] : []));
      return {
        isOnline: devices.map(({ isOnline }) => isOnline),
        names: devices.map(({ state }) => state.name).sort(),
        plotting: devices.filter(({ state }) => state.plotter?.job?.queueJob != null).length,
        carried: stations.map(({ collection }) => [collection?.state, collection?.version]),
        tapped: stations.some(({ lastTap }) => lastTap !== null),
      };
    };
    await expect.poll(seen, { timeout: 60_000 }).toEqual({
      isOnline: [true, true, true],
      names: ['Plotter 1', 'Station 1', 'Station 2'],
      plotting: 1,
      carried: [
        ['complete', 1],
        ['complete', 1],
      ],
      tapped: true,
    });
    // The streams exist before the devices start.
    expect(demo.stderr).not.toContain('stream not found');
    demo.child.kill('SIGINT');
    expect((await demo.exit).code).toBe(0);
    expect(await accepts(natsPort)).toBe(false);
  });

  it('up leaves no NATS server running when it is killed', async () => {
    const [natsPort, httpPort] = [await unusedPort(), await unusedPort()];
    const ports = ['--nats-port', `${natsPort}`, '--http-port', `${httpPort}`];
    const up = new Program(['fleet', 'up', ...ports], { BOARD_DATA_DIR: await temporaryFolder() });
    await expect.poll(() => accepts(natsPort), { timeout: 60_000 }).toBe(true);
    up.child.kill('SIGKILL');
    await up.exit;
    await expect.poll(() => accepts(natsPort), { timeout: 60_000 }).toBe(false);
  });
});
