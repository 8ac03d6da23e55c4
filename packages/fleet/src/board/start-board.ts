import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { boardRoutes } from '@stationery/contract/fleet';
import { CleanupStack, type Clock, type Logger, writeDurablySync } from '@stationery/core';
import {
  createApp,
  EventStreams,
  type Listening,
  listen,
  openCertificate,
  pageRoutes,
  problemDetails,
  route,
  type TlsFiles,
} from '@stationery/http';
import { fleetVersion } from '../version.ts';
import type { Publishing } from './board-collections.ts';
import { BoardEvents } from './board-events.ts';
import {
  collectionRoutes,
  credentialRoutes,
  descriptionRoutes,
  deviceRoutes,
  queueRoutes,
} from './board-routes.ts';
import { BoardView } from './board-view.ts';
import { Enrolment } from './enrolment/enrolment.ts';
import { Fleet } from './fleet.ts';
import type { NatsServer } from './nats-server.ts';
import { incomingFolder } from './receive-archive.ts';
import type { BoardConfig } from './settings.ts';

export interface BoardParts {
  /** The folder of the built page that is shown at `/`. */
  pages?: string;
  clock: Clock;
  log: Logger;
  redeliverMs?: number;
  /** The NATS server that was started with the board. */
  nats?: Pick<NatsServer, 'reload' | 'recover' | 'problem'>;
  checkStorageMs?: number;
  /** Checks the archive of a collection, and gives what is published of it. */
  openArchive: Publishing['openArchive'];
}

export interface Board {
  http: Listening;
  https: Listening;
  fleet: Fleet;
  /** Resolves once the queue was read. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

const maxFirstEvent = 2 ** 47;

/** Builds the board from its parts and starts it. It answers also while there is no NATS server, and says so. */
export async function startBoard(config: BoardConfig, parts: BoardParts): Promise<Board> {
  const { clock, log } = parts;
  const cleanup = new CleanupStack(log);
  const stopping = new AbortController();
  const { signal } = stopping;
  try {
    // The last event of a page that was connected to the previous run must not match an event of this run.
    const events = new BoardEvents(randomInt(maxFirstEvent));
    const { hub } = events;
    const enrolment = openEnrolment(config, parts);
    const fleet = new Fleet({
      ...parts,
      config: { ...config.fleet, ...(enrolment && { credentials: enrolment.credentials }) },
      ...(enrolment && { enrolled: enrolment }),
      onJob: (job) => hub.publish({ name: 'job', data: view.job(job) }),
      onDevice: (id) => events.device(id, fleet.device(id)),
    });
    const view = new BoardView(fleet, config.fleet.address);
    cleanup.add(() => fleet.stop());
    events.watch(clock, signal, () => fleet.devices());

    const { corsOrigins, token, viewerToken } = config;
    const hostNames = () => config.hostNames;
    const app = createApp({ log, errorStyle: problemDetails, hostNames, corsOrigins, token, viewerToken });
    cleanup.add(() => app.close());
    deviceRoutes(app, view, { token, viewerToken });
    queueRoutes(app, view);
    const folder = incomingFolder(config.dataDir);
    await rm(folder, { recursive: true, force: true });
    const { openArchive, nats } = parts;
    collectionRoutes(app, view, { openArchive, folder, isSameDisk: nats !== undefined });
    credentialRoutes(app, { enrolment, fleet });
    const snapshot = () => ({ name: 'snapshot' as const, data: view.status() });
    const streams = new EventStreams({ clock, hub, snapshot, log, signal });
    route(app, boardRoutes.streamFleetEvents, async ({ raw, reply }) =>
      streams.send(reply, raw.headers['last-event-id'] as string | undefined),
    );
    descriptionRoutes(app, fleetVersion);
    pageRoutes(app, parts.pages, boardRoutes.getFleetDocs.path);
    const httpsFolder = join(config.dataDir, 'https');
    const certificate = await openCertificate(
      {
        ...config,
        folder: httpsFolder,
        commonName: 'Stationery board',
        names: hostNames,
      },
      { clock, log },
    );
    cleanup.add(() => certificate.close());
    const { host, httpPort = 3200, httpsPort = httpPort === 0 ? 0 : 3243 } = config;
    const common = { app, host, errorStyle: problemDetails, log, clock };
    const http = await listen({ ...common, port: { port: httpPort, setting: 'BOARD_HTTP_PORT' } });
    cleanup.add(() => http.close());
    const https = await listen({
      ...common,
      tls: certificate.files,
      port: { port: httpsPort, setting: 'BOARD_HTTPS_PORT' },
    });
    const publish = ({ cert }: TlsFiles) => writeDurablySync(join(httpsFolder, 'certificate.pem'), cert);
    if (config.tlsCert === undefined) publish(certificate.files);
    certificate.onChange((files) => {
      https.setTls(files);
      publish(files);
    });
    cleanup.add(() => {
      stopping.abort();
      return Promise.all([http.close(), https.close()]);
    });
    // Who connected before has an empty picture of it.
    const ready = fleet.start().then(() => {
      if (fleet.isReady) hub.publish(snapshot());
    });
    ready.catch((err: unknown) => log.error({ err }, 'queue not read'));
    return { http, https, fleet, ready, stop: () => cleanup.run() };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** Undefined where devices have no credentials. */
function openEnrolment(
  { natsAccounts, natsCa, dataDir, fleet }: BoardConfig,
  { clock, nats }: BoardParts,
): Enrolment | undefined {
  if (natsAccounts === undefined) return undefined;
  const enrolment = new Enrolment({ dataDir, natsAccounts, natsCa, url: fleet.address }, clock);
  if (nats !== undefined) enrolment.reload = () => nats.reload();
  return enrolment;
}
