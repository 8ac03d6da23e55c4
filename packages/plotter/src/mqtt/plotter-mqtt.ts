import { randomBytes } from 'node:crypto';
import type { MqttState, PlotterEvent } from '@stationery/contract';
import {
  AppError,
  type Clock,
  type EventHub,
  getOrMake,
  type Logger,
  packageVersion,
  type StoredValue,
} from '@stationery/core';
import type { MqttConfig } from '@stationery/mqtt';
import { MqttService } from '@stationery/mqtt/device';
import type { Jobs } from '../jobs/jobs.ts';
import type { StopCount } from '../jobs/stop-count.ts';
import type { StopMachine } from '../jobs/stop-machine.ts';
import { linkFailure } from '../routes/link-failure.ts';
import type { Status } from '../status.ts';
import { plotterEntities } from './plotter-entities.ts';
import { shownState } from './shown-state.ts';

interface PlotterMqttDeps {
  config: MqttConfig;
  hub: EventHub<PlotterEvent>;
  status: () => Status;
  jobs: Jobs;
  stops: StopCount;
  stop: StopMachine;
  name: () => string;
  pageUrl: string | undefined;
  /** Undefined if no supervisor would start the service again. */
  restart: (() => void) | undefined;
  id: StoredValue<string | undefined>;
  /** Retained by the broker. */
  stored: StoredValue<readonly string[]>;
  clock: Clock;
  log: Logger;
  onState: (state: MqttState) => void;
}

/** Interval for progress and remaining time, because they change constantly. */
const progressEveryMs = 1_000;

/** Returns a function that stops publishing and running commands. */
export function startPlotterMqtt(deps: PlotterMqttDeps): () => Promise<void> {
  const { hub, status, jobs, stops, stop, name, pageUrl, restart, clock } = deps;
  const id = getOrMake(deps.id, () => randomBytes(6).toString('hex').toUpperCase());
  const service = new MqttService({
    ...deps,
    device: {
      kind: 'plotter',
      id,
      info: () => ({
        name: name() || 'Plotter',
        model: 'Plotter',
        sw_version: packageVersion,
        serial_number: id,
        ...(pageUrl !== undefined && { configuration_url: pageUrl }),
      }),
      components: (topic) => plotterEntities(topic, { canRestart: restart !== undefined }),
      retained: ['state'],
      commands: {
        // Writes the stop before anything else is checked.
        async stop() {
          await stop().catch((error: unknown) => {
            throw linkFailure(error);
          });
        },
        pause() {
          jobs.pause(currentJob());
        },
        async resume() {
          const request = {};
          stops.arrived(request);
          await jobs.resume(currentJob(), { refuseLate: () => stops.refuseOvertaken(request) });
        },
        async cancel() {
          await jobs.cancel(currentJob());
        },
        restart() {
          if (restart === undefined)
            throw new AppError(
              'invalid-request',
              'The service cannot restart: no supervisor would start it again.',
            );
          jobs.refuseWhileUnderWay();
          restart();
        },
      },
    },
  });

  function currentJob(): number {
    const job = jobs.current();
    if (job === undefined) throw new AppError('wrong-job-state', 'No job is running or paused.');
    return job.id;
  }

  let told = { steady: '', atMs: Number.NEGATIVE_INFINITY };
  let cancelLater: (() => void) | undefined;
  const tellState = () => {
    const shown = shownState(status());
    const { progress: _, remaining: __, ...rest } = shown;
    const steady = JSON.stringify(rest);
    const dueMs = told.atMs + progressEveryMs - clock.nowMs();
    if (steady === told.steady && dueMs > 0) {
      cancelLater ??= clock.after(dueMs, tellState);
      return;
    }
    cancelLater?.();
    cancelLater = undefined;
    told = { steady, atMs: clock.nowMs() };
    service.publish('state', shown);
  };
  const unsubscribe = hub.subscribe(({ event }) => {
    if (event.name === 'machine') service.announce();
    if (['status', 'snapshot', 'job', 'job.deleted'].includes(event.name)) tellState();
  });
  tellState();
  service.start();

  return async () => {
    unsubscribe();
    cancelLater?.();
    await service.close();
  };
}
