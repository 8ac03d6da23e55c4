import { Readable } from 'node:stream';
import { boardRoutes, type NewQueueJob } from '@stationery/contract/fleet';
import { AppError, readDays } from '@stationery/core';
import { hostNameOf, mayChange, RouteResponse, route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import { stopRollOut } from '../collections/roll-out.ts';
import { deleteVersion } from '../collections/versions.ts';
import {
  listCollections,
  type Publishing,
  publishArchive,
  readCollection,
  rollOutStage,
} from './board-collections.ts';
import type { BoardView } from './board-view.ts';
import type { Enrolment } from './enrolment/enrolment.ts';
import type { Fleet } from './fleet.ts';
import { fleetStatistics, fleetStatisticsCsv } from './fleet-statistics.ts';
import type { Submission } from './submission.ts';

export function deviceRoutes(
  app: FastifyInstance,
  view: BoardView,
  tokens: Parameters<typeof mayChange>[0],
): void {
  route(app, boardRoutes.getFleetStatus, async ({ raw }) => ({
    ...view.status(),
    mayChange: mayChange(tokens, raw.headers.authorization),
  }));
  route(app, boardRoutes.listFleetDevices, async () => ({ devices: view.devices() }));
  route(app, boardRoutes.getFleetDevice, async ({ params }) => view.device(params.id));
}

export function queueRoutes(app: FastifyInstance, view: BoardView): void {
  route(app, boardRoutes.listFleetJobs, async ({ query: { show = 'open', from = 0, limit = 200 } }) =>
    view.jobs(show, from, limit),
  );
  route(app, boardRoutes.submitFleetJob, async ({ body, raw }) => {
    const key = (raw.headers['idempotency-key'] as string | undefined) || undefined;
    const jobs = await view.ready.submit({ ...submissionOf(body), ...(key && { key }) });
    return { jobs: jobs.map((job) => view.job(job)) };
  });
  route(app, boardRoutes.getFleetJob, async ({ params }) => view.job(view.ready.job(params.id)));
  route(app, boardRoutes.changeFleetJob, async ({ params, body }) =>
    view.job(await view.ready.change(params.id, body)),
  );
  route(app, boardRoutes.moveFleetJob, async ({ params, body }) =>
    view.job(await view.ready.move(params.id, body)),
  );
  route(app, boardRoutes.cancelFleetJob, async ({ params }) => view.job(await view.ready.cancel(params.id)));
  route(app, boardRoutes.drawFleetJobAgain, async ({ params }) =>
    view.job(await view.ready.drawAgain(params.id)),
  );
}

export function collectionRoutes(app: FastifyInstance, view: BoardView, publishing: Publishing): void {
  route(app, boardRoutes.listFleetCollections, async () => ({
    collections: await view.ready.withBroker(listCollections),
  }));
  route(app, boardRoutes.publishCollection, async ({ params: { name }, raw }) => {
    const { ready } = view;
    return publishArchive((work) => ready.withBroker(work), name, raw, publishing);
  });
  route(app, boardRoutes.rollOutCollection, async ({ params: { name }, body }) =>
    view.ready.withBroker(async (broker) => {
      await rollOutStage(broker, name, body);
      return readCollection(broker, name);
    }),
  );
  route(app, boardRoutes.deleteCollectionVersion, async ({ params: { name, version } }) =>
    view.ready.withBroker(async (broker) => {
      await deleteVersion(broker, name, version);
      return readCollection(broker, name);
    }),
  );
  route(app, boardRoutes.stopCollection, async ({ params: { name } }) =>
    view.ready.withBroker(async (broker) => {
      await stopRollOut(broker, name);
      return readCollection(broker, name);
    }),
  );
}

export function statisticsRoutes(app: FastifyInstance, view: BoardView): void {
  const read = <T>(work: (deps: Parameters<typeof fleetStatistics>[1]) => Promise<T>): Promise<T> => {
    const { ready } = view;
    const nameOf = (id: string) => ready.device(id)?.state.name ?? id;
    return ready.withBroker(({ js }) => work({ js, nameOf, nowMs: Date.now() }));
  };
  route(app, boardRoutes.getFleetStatistics, async ({ query }) =>
    read((deps) => fleetStatistics(query, deps)),
  );
  route(app, boardRoutes.exportFleetStatistics, async ({ query, raw }) => {
    const { hours } = readDays(query, Date.now());
    return read(async (deps) => {
      const lines = raw.method === 'HEAD' ? [] : fleetStatisticsCsv(hours, deps);
      const headers = { 'content-disposition': 'attachment; filename="statistics.csv"' };
      return new RouteResponse(Readable.from(lines), headers);
    });
  });
}

interface CredentialOptions {
  enrolment: Enrolment | undefined;
  fleet: Fleet;
  ownCertificate: boolean;
}

export function credentialRoutes(
  app: FastifyInstance,
  { enrolment, fleet, ownCertificate }: CredentialOptions,
): void {
  const open = () => {
    if (enrolment !== undefined) return enrolment;
    throw new AppError(
      'no-credentials',
      'The devices of this fleet have no credentials. Start it with “stationery fleet up --nats-host <address>”, or set BOARD_NATS_ACCOUNTS.',
    );
  };
  route(app, boardRoutes.enrollDevice, async ({ body }) => ({ ...open().enroll(body.name), ownCertificate }));
  route(app, boardRoutes.listEnrolledDevices, async () => ({ devices: open().devices() }));
  route(app, boardRoutes.revokeDevice, async ({ params }) => {
    const device = await open().revoke(params.id);
    await fleet.forget(params.id);
    return device;
  });
  route(app, boardRoutes.joinFleet, async ({ body, raw }) => {
    const answer = await open().join(body, hostNameOf(raw.headers.host ?? ''));
    fleet.prepare(answer.deviceId);
    return answer;
  });
}

function submissionOf({ svg, job, options, name, ...rest }: NewQueueJob): Submission {
  if ((svg === undefined) === (job === undefined))
    throw new AppError('invalid-request', 'Send exactly one of “svg” and “job”.', { pointer: '' });
  const title = name ?? job?.name;
  const named = title === undefined ? {} : { name: title };
  if (svg !== undefined)
    return { ...rest, ...named, kind: 'drawing', bytes: Buffer.from(svg), ...(options && { options }) };
  return { ...rest, ...named, kind: 'commands', bytes: Buffer.from(JSON.stringify({ ...job, ...named })) };
}
