import { setImmediate as nextTurn } from 'node:timers/promises';
import { Kvm } from '@nats-io/kv';
import {
  deviceIdPattern,
  type FleetStatistics,
  fleetBuckets,
  statisticsDays,
  TapDay,
  tapDayKey,
} from '@stationery/contract/fleet';
import { AppError, byteOrderMark, csvText, type HourRange, readDays } from '@stationery/core';
import { bodyChecker } from '@stationery/http';
import type { BrokerConnection } from '../broker/connect-broker.ts';
import { readMessage } from '../broker/message.ts';

type Counts = Pick<TapDay['hours'][number], 'taps' | 'listened'>;

interface TapLine extends Counts {
  /** Counted since 1970. */
  hour: number;
  deviceId: string;
  object: string | null;
}

interface StatisticsDeps {
  js: BrokerConnection['js'];
  nameOf: (deviceId: string) => string;
  nowMs: number;
}

type Wanted = { from?: string; to?: string };

const checkDay = bodyChecker(TapDay);
const hoursPerDay = 24;
const dayMs = 86_400_000;
const hourMs = 3_600_000;
const maxObjects = 1_000;

/** Returns the taps of all stations, with days in the time zone of the board. */
export async function fleetStatistics(wanted: Wanted, deps: StatisticsDeps): Promise<FleetStatistics> {
  const { from, to, hours } = readDays(wanted, deps.nowMs);
  const sums = { object: new Sums<string | null>(), station: new Sums<string>() };
  const times = { day: new Sums<string>(), hour: new Sums<number>() };
  for await (const line of tapLines(hours, deps)) {
    const local = localTime(line.hour);
    sums.object.add(line.object, line);
    sums.station.add(line.deviceId, line);
    times.day.add(local.date, line);
    times.hour.add(local.hour, line);
  }
  return {
    from,
    to,
    objects: sums.object
      .mostFirst()
      .slice(0, maxObjects)
      .map(([object, counts]) => ({ object, ...counts })),
    stations: sums.station.mostFirst().map(([id, counts]) => ({ id, name: deps.nameOf(id), ...counts })),
    days: times.day.inOrder().map(([date, counts]) => ({ date, ...counts })),
    hours: times.hour.inOrder().map(([hour, counts]) => ({ hour, ...counts })),
  };
}

/** Exports the taps as CSV. Check the range with `readDays` first. */
export async function* fleetStatisticsCsv(hours: HourRange, deps: StatisticsDeps): AsyncGenerator<string> {
  yield `${byteOrderMark}date,hour,station,station_name,object,taps,listened_seconds\r\n`;
  for await (const { hour, deviceId, object, taps, listened } of tapLines(hours, deps)) {
    const local = localTime(hour);
    const name = csvText(deps.nameOf(deviceId));
    yield `${[local.date, local.hour, deviceId, name, csvText(object ?? ''), taps, listened].join(',')}\r\n`;
  }
}

/** Yields the taps by day and station. Only one day at a time is in memory. */
async function* tapLines(hours: HourRange, { js, nowMs }: StatisticsDeps): AsyncGenerator<TapLine> {
  const bucket = await new Kvm(js).open(fleetBuckets.statistics);
  const today = Math.floor(nowMs / dayMs);
  const first = Math.max(Math.floor(hours.first / hoursPerDay), today - statisticsDays);
  // Include tomorrow, because the clock of a station may be ahead.
  const last = Math.min(Math.floor(hours.last / hoursPerDay), today + 1);
  for (let day = first; day <= last; day++) {
    const found: { deviceId: string; value: Uint8Array }[] = [];
    const date = new Date(day * dayMs).toISOString().slice(0, 10);
    for await (const { key, value, operation } of await bucket.history({ key: tapDayKey(date, '*') })) {
      const deviceId = key.slice(key.lastIndexOf('.') + 1);
      if (operation === 'PUT' && deviceIdPattern.test(deviceId)) found.push({ deviceId, value });
    }
    found.sort((one, other) => (one.deviceId < other.deviceId ? -1 : 1));
    for (const { deviceId, value } of found) {
      for (const { hour, ...counts } of hoursIn(value)) {
        const at = day * hoursPerDay + hour;
        if (at >= hours.first && at <= hours.last) yield { hour: at, deviceId, ...counts };
      }
      await nextTurn();
    }
  }
}

/** Returns an empty list if the report is unreadable. */
function hoursIn(value: Uint8Array): TapDay['hours'] {
  try {
    return readMessage(value, checkDay).hours;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [];
  }
}

function localTime(hour: number): { date: string; hour: number } {
  const at = new Date(hour * hourMs);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return { date: local.toISOString().slice(0, 10), hour: local.getUTCHours() };
}

class Sums<K extends string | number | null> {
  readonly #sums = new Map<K, Counts>();

  add(key: K, { taps, listened }: Counts): void {
    const before = this.#sums.get(key);
    this.#sums.set(key, { taps: taps + (before?.taps ?? 0), listened: listened + (before?.listened ?? 0) });
  }

  mostFirst(): [K, Counts][] {
    return [...this.#sums].sort(([, one], [, other]) => other.taps - one.taps);
  }

  inOrder(): [K, Counts][] {
    return [...this.#sums].sort(([one], [other]) => ((one ?? '') < (other ?? '') ? -1 : 1));
  }
}
