import { statfs } from 'node:fs/promises';
import { metricsRoute } from '@stationery/contract';
import { type EventHub, packageVersion } from '@stationery/core';
import type { FastifyInstance } from 'fastify';
import { RouteResponse, route } from '../route.ts';
import type { NamedEvent } from './event-frames.ts';

/** A metric with one value, or with one value for each value of a label. */
export interface Metric {
  /** Name without the prefix `stationery_`; counters end in `_total`. */
  name: string;
  help: string;
  value: number | { label: string; values: Readonly<Record<string, number>> };
}

interface MetricsOptions<E> {
  service: string;
  hub: EventHub<E>;
  dataDir: string;
  read(): readonly Metric[];
}

export function metricsRoutes<E extends NamedEvent>(app: FastifyInstance, options: MetricsOptions<E>): void {
  const { service, hub, dataDir, read } = options;
  const startedAt = Date.now() / 1000;
  const events: Record<string, number> = {};
  const answers: Record<string, number> = {};
  const count = (counts: Record<string, number>, name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  hub.subscribe(({ event }) => count(events, event.name));
  app.addHook('onResponse', async (_request, { statusCode }) => count(answers, String(statusCode)));
  route(app, metricsRoute, async () => {
    const disk = await statfs(dataDir).catch(() => undefined);
    const common: Metric[] = [
      { name: 'info', help: 'Version of the service.', value: perLabel('version', { [packageVersion]: 1 }) },
      { name: 'start_time_seconds', help: 'Start of the service, Unix time.', value: startedAt },
      { name: 'memory_bytes', help: 'Resident memory of the process.', value: process.memoryUsage.rss() },
      { name: 'events_total', help: 'Events since the start.', value: perLabel('event', events) },
      { name: 'answers_total', help: 'HTTP answers since the start.', value: perLabel('status', answers) },
    ];
    if (disk !== undefined) {
      const value = disk.bavail * disk.bsize;
      common.push({ name: 'disk_free_bytes', help: 'Free space for the data of the service.', value });
    }
    return new RouteResponse(Buffer.from(metricsText([...common, ...read()], service)));
  });
}

export const perLabel = (label: string, values: Readonly<Record<string, number>>) => ({ label, values });

/** Writes the Prometheus text exposition format, version 0.0.4. */
export function metricsText(metrics: readonly Metric[], service: string): string {
  return metrics
    .map(({ name, help, value }) => {
      const full = `stationery_${name}`;
      const type = name.endsWith('_total') ? 'counter' : 'gauge';
      const own = `service="${service}"`;
      const lines =
        typeof value === 'number'
          ? [`${full}{${own}} ${value}`]
          : Object.entries(value.values).map(
              ([key, each]) => `${full}{${own},${value.label}="${escapeLabel(key)}"} ${each}`,
            );
      return [`# HELP ${full} ${help}`, `# TYPE ${full} ${type}`, ...lines].join('\n');
    })
    .join('\n')
    .concat('\n');
}

const escapeLabel = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
