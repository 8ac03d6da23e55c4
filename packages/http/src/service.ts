import { randomInt } from 'node:crypto';
import type { MqttState, Route } from '@stationery/contract';
import {
  CleanupStack,
  type Clock,
  type DataSpec,
  damageError,
  EventHub,
  keepCopies,
  type Logger,
  type OpenDatabase,
  openDatabase,
  type SettingsTable,
  StoredSettings,
  type WebhookConfig,
} from '@stationery/core';
import type { FastifyInstance } from 'fastify';
import type { NamedEvent } from './answer/event-frames.ts';
import { EventStreams } from './answer/event-streams.ts';
import { type Metric, metricsRoutes } from './answer/metrics.ts';
import { type AppOptions, createApp } from './app.ts';
import { type ApiDescription, descriptionRoutes } from './docs/description-routes.ts';
import { type OtherPage, otherPageRoute } from './pages/other-page.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { route } from './route.ts';
import { type Listening, listen, type PortChoice } from './server/listen.ts';
import { PhoneAccess } from './server/phone-access.ts';
import {
  type CertificateOptions,
  openCertificate,
  type ServiceCertificate,
} from './server/service-certificate.ts';
import type { TlsFiles } from './server/tls.ts';
import { urlForOthers } from './server/url-for-others.ts';

interface ServiceConfig extends Pick<AppOptions, 'corsOrigins' | 'token' | 'viewerToken'> {
  dataDir: string;
  host: string;
  hostNames: readonly string[];
}

/** Given by the program that starts the service. */
export interface ServiceDeps {
  /** The built page, served at `/`. */
  pages?: string;
  /** The other service's page, if it runs in this process. */
  otherPage?: () => OtherPage | undefined;
  /** Set only if a supervisor restarts the process. */
  restart?: () => void;
  clock: Clock;
  log: Logger;
}

interface ServiceOptions {
  config: ServiceConfig;
  deps: ServiceDeps;
  data: DataSpec | undefined;
  /** Keeps a copy of the database before schema changes. */
  keepDatabase?: boolean;
  mqtt?: { address: string } | undefined;
  webhook?: WebhookConfig | undefined;
  /** Runs last, even if the start fails. */
  closeDevice?: () => unknown;
}

/** Parts that exist before `make` is called. */
interface ServiceBase<E> {
  hub: EventHub<E>;
  cleanup: CleanupStack;
  /** Aborted when the service begins to stop. */
  stopping: AbortSignal;
  mqttState(): MqttState;
  /** Returns 0 until the service listens. */
  httpPort(): number;
}

interface StoredBase<E, S extends SettingsTable> extends ServiceBase<E> {
  store: OpenDatabase;
  settings: StoredSettings<S>;
}

export interface RunningService {
  http: Listening;
  stop(): Promise<void>;
}

interface ServiceDefinition<E extends NamedEvent, R> {
  app: Pick<AppOptions, 'errorStyle' | 'guarded' | 'answerUnmatched'>;
  hostNames?(): readonly string[];
  httpPort: PortChoice;
  https?: Pick<CertificateOptions, 'tlsKey' | 'tlsCert' | 'folder' | 'commonName'> & {
    port: PortChoice;
    /** Addresses for the certificate, in addition to the host names. */
    addresses?: readonly string[];
    onCertificate?(files: TlsFiles): void;
  };
  api: ApiDescription;
  events: Route;
  /** Binds a route. Default: `route`. The plotter binds each route to two paths. */
  bind?: typeof route;
  beforeEvents?(): Promise<void>;
  snapshot(): E;
  metrics: { service: string; read(): readonly Metric[] };
  otherPage?: 'station' | 'plotter';
  routes(app: FastifyInstance, certificate: ServiceCertificate | undefined): void;
  /** Runs right before the ports are opened. */
  beforeListening?(): void;
  /** Answers waiting clients. Runs while the server is closing its connections. */
  stopWaiting?(): unknown;
  mqtt?:
    | {
        start(link: {
          pageUrl: () => string | undefined;
          onState: (state: MqttState) => void;
        }): Promise<() => unknown>;
        onState(state: MqttState): void;
      }
    | undefined;
  isPosted?(event: E): boolean;
  /** The name by which other machines find the service. */
  announcedName?(): string | undefined;
  /** Runs last and returns the result of `start…`. */
  started(running: RunningService & { https: Listening | undefined; pageUrl(): string | undefined }): R;
}

/** Limit of the random first event number, which differs between runs of a service without a database. */
const maxFirstEvent = 2 ** 47;

/** Starts a service. If a step fails, stops everything started so far in reverse order, as `stop` does. */
export async function startService<E extends NamedEvent, R, S extends SettingsTable>(
  options: ServiceOptions & { data: DataSpec<S> },
  make: (base: StoredBase<E, S>) => Promise<ServiceDefinition<E, R>>,
): Promise<R>;
export async function startService<E extends NamedEvent, R>(
  options: ServiceOptions & { data: undefined },
  make: (base: ServiceBase<E>) => Promise<ServiceDefinition<E, R>>,
): Promise<R>;
export async function startService<E extends NamedEvent, R>(
  { config, deps, data, ...options }: ServiceOptions,
  make: (base: StoredBase<E, SettingsTable>) => Promise<ServiceDefinition<E, R>>,
): Promise<R> {
  const { clock, log } = deps;
  const cleanup = new CleanupStack(log);
  if (options.closeDevice !== undefined) cleanup.add(options.closeDevice);
  try {
    const stored = data && openStore(data);
    const hub = new EventHub<E>({ startAt: stored?.settings.nextRun() ?? randomInt(maxFirstEvent) });
    const stopping = new AbortController();
    let mqtt: MqttState =
      options.mqtt === undefined ? { state: 'off' } : { state: 'connecting', address: options.mqtt.address };
    let httpPort = 0;
    const base: ServiceBase<E> = {
      hub,
      cleanup,
      stopping: stopping.signal,
      mqttState: () => mqtt,
      httpPort: () => httpPort,
    };
    const definition = await make({ ...base, ...stored } as StoredBase<E, SettingsTable>);

    const hostNames = () => [...config.hostNames, ...(definition.hostNames?.() ?? [])];
    const phones = new PhoneAccess({
      token: config.token,
      log,
      listenAt: (host, port) => listen({ ...common, host, port: { port, setting: host } }),
      hostNames: config.hostNames,
    });
    const networkToken = phones.tokenFor.bind(phones);
    const app = createApp({ ...config, ...definition.app, hostNames, networkToken, log });
    const common = { app, host: config.host, errorStyle: definition.app.errorStyle, log, clock };
    cleanup.add(() => app.close());
    const { https: secure } = definition;
    const certificate =
      secure &&
      (await openCertificate(
        { ...secure, host: config.host, names: () => [...hostNames(), ...(secure.addresses ?? [])] },
        { clock, log },
      ));
    cleanup.add(() => certificate?.close());
    definition.routes(app, certificate);
    addCommonRoutes(app, definition, { hub, signal: stopping.signal });
    // A board has no routes for phone access, because it has its own accounts for other machines.
    if (definition.otherPage !== undefined) phones.addRoutes(app);

    definition.beforeListening?.();
    const http = await listen({ ...common, port: definition.httpPort });
    httpPort = http.port;
    phones.started(http);
    cleanup.add(() => http.close());
    let https: Listening | undefined;
    if (secure && certificate) {
      const listening = await listen({ ...common, tls: certificate.files, port: secure.port });
      https = listening;
      secure.onCertificate?.(certificate.files);
      certificate.onChange((files) => {
        listening.setTls(files);
        secure.onCertificate?.(files);
      });
    }
    // Work is stopped before its clients are disconnected, because a client that is cut off must not cancel
    // work that could be resumed.
    cleanup.add(() => {
      stopping.abort();
      return Promise.all([definition.stopWaiting?.(), http.close(), https?.close(), phones.stop()]);
    });
    const pageUrl = () => urlForOthers(config.host, http, definition.announcedName?.());
    if (options.mqtt !== undefined && definition.mqtt !== undefined) {
      const { start, onState } = definition.mqtt;
      const stopMqtt = await start({
        pageUrl,
        onState(state) {
          mqtt = state;
          onState(state);
        },
      });
      cleanup.add(stopMqtt);
    }
    if (options.webhook !== undefined) cleanup.add(await startWebhook(options.webhook, definition, hub));
    return definition.started({ http, https, pageUrl, stop: () => cleanup.run() });
  } catch (error) {
    await cleanup.run();
    throw data === undefined ? error : damageError(error, config.dataDir, data);
  }

  function openStore(spec: DataSpec) {
    const folder = config.dataDir;
    const store = openDatabase({ folder, ...spec, keepCopy: options.keepDatabase ?? false });
    const { database } = store;
    const copies = keepCopies({ database, folder, spec, clock, log });
    cleanup.add(() => store.close());
    cleanup.add(() => copies.close());
    return { store, settings: new StoredSettings(database, spec.settings) };
  }

  async function startWebhook(
    webhookConfig: WebhookConfig,
    { metrics, isPosted }: ServiceDefinition<E, R>,
    hub: EventHub<E>,
  ) {
    const { Webhook } = await import('./webhook/webhook.ts');
    const webhook = new Webhook({ config: webhookConfig, clock, log });
    const { service } = metrics;
    const unsubscribe = hub.subscribe(({ id, event }) => {
      if (!isPosted?.(event)) return;
      webhook.send({ id, service, event: event.name, at: new Date().toISOString(), data: event.data });
    });
    return () => {
      unsubscribe();
      webhook.stop();
    };
  }

  function addCommonRoutes(
    app: FastifyInstance,
    definition: ServiceDefinition<E, R>,
    { hub, signal }: { hub: EventHub<E>; signal: AbortSignal },
  ): void {
    const streams = new EventStreams({ clock, hub, snapshot: () => definition.snapshot(), log, signal });
    const bind = definition.bind ?? route;
    bind(app, definition.events, async ({ raw, reply }) => {
      await definition.beforeEvents?.();
      return streams.send(reply, raw.headers['last-event-id'] as string | undefined);
    });
    metricsRoutes(app, { ...definition.metrics, hub, dataDir: config.dataDir });
    descriptionRoutes(app, definition.api, bind);
    pageRoutes(app, deps.pages, definition.api.page.path);
    if (definition.otherPage !== undefined)
      otherPageRoute(app, definition.otherPage, { local: deps.otherPage });
  }
}
