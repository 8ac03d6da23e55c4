import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { stationRoutes } from '@stationery/contract';
import { readDays, readHours } from '@stationery/core';
import { RouteResponse, route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import { csvHead, csvLine } from '../statistics/csv.ts';
import type { Statistics } from '../statistics/statistics.ts';
import { type Counts, type StatisticsTable, unknownTagId } from '../store/statistics-table.ts';
import { onlyResource, requireSameId } from './only-resource.ts';

const type = 'statistics';

export function statisticsRoutes(
  app: FastifyInstance,
  parts: { statistics: Statistics; table: StatisticsTable },
): void {
  const { statistics, table } = parts;

  const document = (query: { from?: string; to?: string; tag?: number }) => {
    const { from, to, hours } = readDays(query, Date.now());
    statistics.save();
    return onlyResource(stationRoutes.getStatistics, type, {
      recording: statistics.isRecording,
      from,
      to,
      tags: table.byTag(hours).map(({ tagId, serial, name, ...counts }) => ({
        tag: tagId === unknownTagId ? null : tagId,
        serial,
        name,
        ...countsOf(counts),
      })),
      days: table.byDay(hours, query.tag).map(({ date, ...counts }) => ({ date, ...countsOf(counts) })),
      hours: table.byHour(hours, query.tag).map(({ hour, ...counts }) => ({ hour, ...countsOf(counts) })),
    });
  };

  route(app, stationRoutes.getStatistics, async ({ query }) => document(query));

  route(app, stationRoutes.exportStatistics, async ({ query, raw }) => {
    const hours = readHours(query);
    statistics.save();
    async function* lines() {
      yield csvHead;
      for (const some of table.lines(hours)) {
        yield some.map(csvLine).join('');
        await nextTurn();
      }
    }
    const headers = { 'content-disposition': 'attachment; filename="statistics.csv"' };
    return new RouteResponse(Readable.from(raw.method === 'HEAD' ? [] : lines()), headers);
  });

  route(app, stationRoutes.updateStatistics, async ({ body: { data } }) => {
    requireSameId(data.id, type);
    statistics.isRecording = data.attributes.recording;
    return document({});
  });

  route(app, stationRoutes.deleteStatistics, async () => {
    statistics.clear();
  });
}

function countsOf({ taps, listenedMs }: Counts) {
  return { taps, listened: Math.round(listenedMs / 100) / 10 };
}
