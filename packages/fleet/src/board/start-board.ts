import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BoardEvent, boardRoutes, describeBoard } from '@stationery/contract/fleet';
import { type Clock, type EventHub, writeDurablySync } from '@stationery/core';
import {
  type Listening,
  problemDetails,
  type RunningService,
  type ServiceDeps,
  startService,
} from '@stationery/http';
import type { Publishing } from './board-collections.ts';
import {
  collectionRoutes,
  credentialRoutes,
  deviceRoutes,
  queueRoutes,
  statisticsRoutes,
} from './board-routes.ts';
import { BoardView } from './board-view.ts';
import type { Device } from './devices.ts';
import { Enrolment } from './enrolment/enrolment.ts';
import { Fleet } from './fleet.ts';
import type { NatsServer } from './nats-server.ts';
import { incomingFolder } from './receive-archive.ts';
import type { BoardConfig } from './settings.ts';

export interface BoardDeps extends ServiceDeps {
  redeliverMs?: number;
  nats?: Pick<NatsServer, 'reload' | 'recover' | 'problem'>;
  checkStorageMs?: number;
  openArchive: Publishing['openArchive'];
}

export interface Board extends RunningService {
  https: Listening;
  fleet: Fleet;
  ready: Promise<void>;
}

/** Without a NATS server the board still answers requests and reports the problem. */
export async function startBoard(config: BoardConfig, deps: BoardDeps): Promise<Board> {
  const { clock, log, nats } = deps;
  return startService<BoardEvent, Board>(
    { config, deps, data: undefined },
    async ({ hub, cleanup, stopping }) => {
      const events = new BoardEvents(hub);
      const enrolment = openEnrolment(config, deps);
      const fleet = new Fleet({
        ...deps,
        config: { ...config.fleet, ...(enrolment && { credentials: enrolment.credentials }) },
        ...(enrolment && { enrolled: enrolment }),
        onJob: (job) => hub.publish({ name: 'job', data: view.job(job) }),
        onDevice: (id) => events.device(id, fleet.device(id)),
      });
      const view = new BoardView(fleet, config.fleet.address);
      cleanup.add(() => fleet.stop());
      events.watch(clock, stopping, () => fleet.devices());
      const folder = incomingFolder(config.dataDir);
      await rm(folder, { recursive: true, force: true });
      const snapshot = () => ({ name: 'snapshot' as const, data: view.status() });
      const httpsFolder = join(config.dataDir, 'https');
      const { httpPort = 3200, httpsPort = httpPort === 0 ? 0 : 3243 } = config;
      return {
        app: { errorStyle: problemDetails },
        httpPort: { port: httpPort, setting: 'BOARD_HTTP_PORT' },
        https: {
          ...config,
          port: { port: httpsPort, setting: 'BOARD_HTTPS_PORT' },
          folder: httpsFolder,
          commonName: 'Stationery board',
          onCertificate({ cert }) {
            if (config.tlsCert === undefined) writeDurablySync(join(httpsFolder, 'certificate.pem'), cert);
          },
        },
        api: {
          describe: describeBoard,
          json: boardRoutes.getFleetDescription,
          page: boardRoutes.getFleetDocs,
          problem: boardRoutes.getProblemPage,
        },
        events: boardRoutes.streamFleetEvents,
        snapshot,
        metrics: { service: 'board', read: () => view.metrics() },
        routes(app) {
          deviceRoutes(app, view, config);
          queueRoutes(app, view);
          statisticsRoutes(app, view);
          collectionRoutes(app, view, {
            openArchive: deps.openArchive,
            folder,
            isSameDisk: nats !== undefined,
          });
          credentialRoutes(app, { enrolment, fleet, ownCertificate: config.tlsCert === undefined });
        },
        started({ http, https, stop }) {
          // Send a new snapshot, because clients that connected before the queue was read have an empty one.
          const ready = fleet.start().then(() => {
            if (fleet.isReady) hub.publish(snapshot());
          });
          ready.catch((err: unknown) => log.error({ err }, 'reading the queue failed'));
          return { http, https: https!, fleet, ready, stop };
        },
      };
    },
  );
}

/** Returns undefined if devices do not need credentials. */
function openEnrolment(
  { natsAccounts, natsCa, dataDir, fleet }: BoardConfig,
  { clock, nats }: BoardDeps,
): Enrolment | undefined {
  if (natsAccounts === undefined) return undefined;
  const enrolment = new Enrolment({ dataDir, natsAccounts, natsCa, url: fleet.address }, clock);
  if (nats !== undefined) enrolment.reload = () => nats.reload();
  return enrolment;
}

/** Interval to check for devices that stopped reporting, because that causes no event. */
const lookMs = 1_000;

/** Publishes changes of devices and jobs, but no heartbeat that repeats the previous state. */
class BoardEvents {
  readonly #hub: EventHub<BoardEvent>;
  readonly #told = new Map<string, string>();

  constructor(hub: EventHub<BoardEvent>) {
    this.#hub = hub;
  }

  watch(clock: Clock, signal: AbortSignal, devices: () => Device[]): void {
    const cancel = clock.every(lookMs, () => {
      for (const device of devices()) this.device(device.id, device);
    });
    signal.addEventListener('abort', cancel, { once: true });
  }

  device(id: string, device: Device | undefined): void {
    if (device === undefined) {
      if (this.#told.delete(id)) this.#hub.publish({ name: 'device.removed', data: { id } });
      return;
    }
    const text = JSON.stringify(device);
    if (this.#told.get(id) === text) return;
    this.#told.set(id, text);
    this.#hub.publish({ name: 'device', data: device });
  }
}
