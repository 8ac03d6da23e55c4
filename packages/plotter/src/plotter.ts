import type { MqttState, PlotterEvent } from '@stationery/contract';
import {
  CleanupStack,
  type Clock,
  damageError,
  EventHub,
  keepCopies,
  type ListedPort,
  type Logger,
  openDatabase,
  StoredSettings,
} from '@stationery/core';
import {
  createApp,
  type Listening,
  listen,
  type OtherPage,
  problemDetails,
  urlForOthers,
} from '@stationery/http';
import { readMqttConfig } from '@stationery/mqtt';
import type { PlotterConfig } from './config.ts';
import { ChosenDriver } from './drivers/chosen-driver.ts';
import type { DriverHost } from './drivers/driver-host.ts';
import { PortChoice } from './drivers/port-choice.ts';
import { connectEvents } from './events.ts';
import { JobIntake } from './jobs/job-intake.ts';
import { openJobStorage } from './jobs/job-storage.ts';
import { Jobs } from './jobs/jobs.ts';
import { lastPositions } from './jobs/last-positions.ts';
import { LimitGuard } from './jobs/limit-guard.ts';
import { Preflight } from './jobs/preflight.ts';
import { recoverJobs } from './jobs/recover-jobs.ts';
import { StopCount } from './jobs/stop-count.ts';
import { stopMachine } from './jobs/stop-machine.ts';
import type { LinkPort } from './link/link-port.ts';
import { Estimator } from './machine/estimator.ts';
import { OriginKeeper } from './machine/origin-keeper.ts';
import { PositionTracker } from './machine/position-tracker.ts';
import { MachineProfile } from './machine/profile.ts';
import { PlanQueue } from './plan/plan-queue.ts';
import { CompanionSeat, PlotterAccess } from './plotter-access.ts';
import { addPlotterRoutes } from './routes/plotter-routes.ts';
import { readStatus } from './status.ts';
import { plotterData } from './store/data-spec.ts';

export interface PlotterParts {
  link: DriverHost;
  /** What the link must know of another port; throws when the path cannot be one. */
  portAt: (portPath: string) => LinkPort;
  listPorts: () => Promise<ListedPort[]>;
  /** The folder of the built page that is shown at `/`. */
  pages?: string;
  /** Where the page of the other service is, as far as it runs here. */
  otherPage?: () => OtherPage | undefined;
  /** Ends this process; only where something starts it again. */
  restart?: () => void;
  clock: Clock;
  log: Logger;
}

export interface Plotter {
  http: Listening;
  /** Whether nothing moves and no request is waiting. */
  isIdle(): boolean;
  /** For another program in this process. */
  access: PlotterAccess;
  companion: CompanionSeat;
  stop(): Promise<void>;
}

/** A power cut takes at most this much of the journal; those commands are done again when the job is resumed. */
const journalWindowMs = 200;

/** Builds the plotter service from its parts and starts it. What was started is stopped again when a later step fails. */
export async function startPlotter(config: PlotterConfig, parts: PlotterParts): Promise<Plotter> {
  const { link, clock, log } = parts;
  const cleanup = new CleanupStack(log);
  cleanup.add(() => link.close());

  try {
    const store = openDatabase({ folder: config.dataDir, ...plotterData });
    const { database } = store;
    const copies = keepCopies({ database, folder: config.dataDir, spec: plotterData, clock, log });
    cleanup.add(() => store.close());
    cleanup.add(() => copies.close());
    const settings = new StoredSettings(store.database);
    const ports = new PortChoice({
      ...parts,
      configured: config.serialPath,
      stored: settings,
      onOtherPort: () => origin.machineReplaced(),
    });
    await ports.restore();
    const drivers = new ChosenDriver({
      link,
      configured: config.driver,
      stored: settings,
      onOtherDriver: () => origin.machineReplaced(),
    });
    await drivers.restore();
    const storage = openJobStorage({ store, folder: config.dataDir, clock, log, cleanup });
    const { blocks, results, journal, room, archive, jobs: jobStore } = storage;
    recoverJobs({ ...storage, link });

    const machine = new MachineProfile({
      stored: settings,
      driver: link,
      onChange: (profile) => link.configure(profile),
    });
    cleanup.add(
      link.subscribe(({ type }) => (type === 'session' || type === 'recognised') && machine.followDriver()),
    );
    const tracker = new PositionTracker();
    const guard = new LimitGuard({ machine, tracker, link });
    const run = settings.nextRun();
    const hub = new EventHub<PlotterEvent>({ startAt: run });
    const origin = new OriginKeeper({
      link,
      tracker,
      settings,
      run,
      log,
      positionsAfter: (session) =>
        machine.isRelative
          ? []
          : jobStore
              .inStates('paused', 'interrupted')
              .filter((job) => job.session === session)
              .flatMap((job) => lastPositions(job, { blocks, results, link })),
      onKept: (before, now) => jobStore.moveSession(before, now),
      onSet: (now) => jobStore.moveResumable(now),
      onChange: () => hub.publish({ name: 'status', data: status() }),
    });
    const seat = new CompanionSeat();
    const jobs = new Jobs({
      link,
      tracker,
      origin,
      jobs: jobStore,
      blocks,
      results,
      journal,
      room,
      settings,
      clock,
      log,
      machine,
      guard,
      beforeResume: (id) => seat.beforeResume(id),
      onChange: (job) => hub.publish({ name: 'job', data: job }),
      onRemove: (id) => hub.publish({ name: 'job.deleted', data: { id } }),
      // Who is given a snapshot knows that there may be more to read again.
      onManyChanges: () => hub.publish({ name: 'snapshot', data: status() }),
    });
    cleanup.add(() => jobs.close());
    const mqttConfig = readMqttConfig(config, 'PLOTTER');
    let mqtt: MqttState =
      mqttConfig === undefined ? { state: 'off' } : { state: 'connecting', address: mqttConfig.address };
    const status = () => readStatus({ link, tracker, origin, jobs, guard, mqtt });
    cleanup.add(tracker.follow(link));
    cleanup.add(origin.follow());
    cleanup.add(connectEvents({ link, tracker, jobs, hub, status, clock, log }));
    const syncJournal = () => {
      if (jobs.runningId !== undefined) void store.syncJournal().catch(() => undefined);
    };
    cleanup.add(clock.every(journalWindowMs, syncJournal));

    const { corsOrigins, token } = config;
    const hostNames = () => config.hostNames;
    const guarded = ['/api', '/plotter'];
    const app = createApp({ log, errorStyle: problemDetails, hostNames, corsOrigins, token, guarded });
    cleanup.add(() => app.close());
    const stopping = new AbortController();
    const estimator = () => new Estimator(machine.current, tracker.place, link.kind.rawLines);
    const preflight = () =>
      new Preflight({
        stepsPerMm: machine.current.stepsPerMm,
        estimator: estimator(),
        check: guard.check(),
        driver: link,
      });
    const { timeoutMs: defaultTimeoutMs } = config;
    const intake = new JobIntake({ jobs: jobStore, blocks, estimator, room, guard, link, defaultTimeoutMs });
    const stops = new StopCount();
    app.addHook('onRequest', async ({ raw }) => stops.arrived(raw));
    const stopNow = stopMachine({
      link,
      jobs,
      stops,
      tellNotice: (data) => hub.publish({ name: 'notice', data }),
      onStop: () => seat.stopped(),
      log,
    });
    const queue = new PlanQueue({ clock });
    cleanup.add(() => queue.close());
    // How far the machine reaches is part of the status.
    const onChange = () => {
      hub.publish({ name: 'status', data: status() });
      hub.publish({ name: 'machine', data: machine.current });
    };
    // What the machine reports of itself is part of its profile.
    let told = machine.current;
    cleanup.add(
      link.subscribe(({ type }) => {
        if (type !== 'told' || machine.current === told) return;
        told = machine.current;
        onChange();
      }),
    );
    addPlotterRoutes(app, {
      ...{ config, link, origin, jobs, stops, guard, machine, intake, archive, preflight, queue, ports },
      ...{ drivers, seat, hub, status, onChange, settings, blocks, clock, log },
      stop: stopNow,
      pages: parts.pages,
      otherPage: parts.otherPage,
      stopping: stopping.signal,
    });

    link.connect();
    const http = await listen({
      app,
      host: config.host,
      port: { port: config.httpPort ?? 3000, setting: 'PLOTTER_HTTP_PORT' },
      errorStyle: problemDetails,
      log,
      clock,
    });
    cleanup.add(() => {
      stopping.abort();
      // The job is notified first: the hang-up of its client, cut off below, must not cancel what can be resumed.
      return Promise.all([jobs.close(), queue.close(), http.close()]);
    });
    if (mqttConfig !== undefined) {
      const { startPlotterMqtt } = await import('./mqtt/plotter-mqtt.ts');
      const stopMqtt = startPlotterMqtt({
        config: mqttConfig,
        hub,
        status,
        jobs,
        stops,
        stop: stopNow,
        name: () => machine.current.name,
        pageUrl: urlForOthers(config.host, http),
        restart: parts.restart,
        stored: settings,
        clock,
        log,
        onState(state) {
          mqtt = state;
          hub.publish({ name: 'status', data: status() });
        },
      });
      cleanup.add(stopMqtt);
    }
    const isIdle = () => jobs.isIdle && link.state.state !== 'busy' && link.state.state !== 'suspect';
    const access = new PlotterAccess({
      hub,
      status,
      jobs,
      store: jobStore,
      intake,
      queue,
      machine,
      guard,
      stops,
    });
    return { http, access, companion: seat, isIdle, stop: () => cleanup.run() };
  } catch (error) {
    await cleanup.run();
    throw damageError(error, config.dataDir, plotterData);
  }
}
