import { Kvm } from '@nats-io/kv';
import { fleetBuckets, maxTapRows, tapDayKey } from '@stationery/contract/fleet';
import { silentLogger } from '@stationery/core';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { createBoardStatistics } from '../../../client/src/board-statistics.ts';
import { TapReporter } from '../../src/agent/tap-reporter.ts';
import { startBoard } from '../../src/board/index.ts';
import type { FleetCredentials } from '../../src/index.ts';
import { natsServer } from '../support/nats-server.ts';
import { connectAs, startSecureFleet } from '../support/secure-fleet.ts';

const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

type Hours = NonNullable<ReturnType<ConstructorParameters<typeof TapReporter>[0]['port']['tapHours']>>;

const nowMs = Date.now();
const thisHour = Math.floor(nowMs / 3_600_000);

it.skipIf(!natsServer.run)(
  'the board counts taps at all stations once, even if they are reported again',
  async () => {
    const { server, board, config, parts, joined } = await startSecureFleet((stop) => stops.push(stop));
    const join = async (name: string) => (await joined(name)) as FleetCredentials & { deviceId: string };
    const [hall, attic] = [await join('Hall'), await join('Attic')];
    const statistics = createBoardStatistics({ baseUrl: board.http.url, token: 'operate' });
    const taps = new Map<string, Hours>([
      [
        hall.deviceId,
        [
          { hour: thisHour - 24 * 5, object: 'The lion', taps: 2, listened: 60 },
          { hour: thisHour, object: 'The lion', taps: 1, listened: 30 },
          { hour: thisHour, object: null, taps: 4, listened: 0 },
        ],
      ],
      [attic.deviceId, [{ hour: thisHour, object: 'The lion', taps: 3, listened: 10 }]],
    ]);
    /** Returns a new reporter, as after a restart of its station. */
    const start = async (credentials: typeof hall) => {
      const connection = await connectAs(server, credentials);
      return new TapReporter({
        deviceId: credentials.deviceId,
        port: {
          tapHours: ({ first, last }, most) => {
            expect(most).toBe(maxTapRows);
            return taps.get(credentials.deviceId)?.filter(({ hour }) => hour >= first && hour <= last);
          },
        },
        broker: { current: connection } as ConstructorParameters<typeof TapReporter>[0]['broker'],
        timeMs: () => nowMs,
        log: silentLogger,
        signal: new AbortController().signal,
      });
    };
    const first = await start(hall);
    await first.report();
    await first.report();
    await (await start(hall)).report();
    await (await start(attic)).report();
    expect(await statistics.get()).toMatchObject({
      objects: [
        { object: 'The lion', taps: 6, listened: 100 },
        { object: null, taps: 4 },
      ],
      stations: [
        { id: hall.deviceId, taps: 7 },
        { id: attic.deviceId, taps: 3 },
      ],
    });

    // The current hour changes. The old day is no longer counted locally, but it was reported, so
    // the board keeps it.
    taps.set(hall.deviceId, [{ hour: thisHour, object: '=lion; "Leo"', taps: 9, listened: 5 }]);
    await first.report();
    const from = new Date(nowMs - 86_400_000).toISOString().slice(0, 10);
    const csv = (await (await statistics.csv({ from })).text()).split('\r\n');
    expect(csv[0]).toBe('date,hour,station,station_name,object,taps,listened_seconds');
    const at = new Date(thisHour * 3_600_000);
    expect(csv.slice(1)).toEqual([
      expect.stringMatching(
        new RegExp(`^\\d{4}-\\d\\d-\\d\\d,${at.getHours()},${attic.deviceId},[^,]*,The lion,3,10$`),
      ),
      expect.stringContaining(`,${hall.deviceId},${hall.deviceId},"'=lion; ""Leo""",9,5`),
      '',
    ]);

    // A device may write only its own reports, which are checked.
    const asAttic = await new Kvm((await connectAs(server, attic)).js).open(fleetBuckets.statistics);
    const today = at.toISOString().slice(0, 10);
    await expect(asAttic.put(tapDayKey(today, hall.deviceId), '{"hours":[]}')).rejects.toThrow();
    await asAttic.put(tapDayKey(today, attic.deviceId), '{"hours":[{"hour":99,"object":"x","taps":1e9}]}');
    const stations = async (of = statistics) => (await of.get()).stations.map(({ id, taps }) => [id, taps]);
    expect(await stations()).toEqual([[hall.deviceId, 11]]);

    await (await start(attic)).report();
    const again = await startBoard(config, parts);
    onTestFinished(again.stop);
    await again.ready;
    expect(await stations(createBoardStatistics({ baseUrl: again.http.url, token: 'operate' }))).toEqual([
      [hall.deviceId, 11],
      [attic.deviceId, 3],
    ]);
  },
);
