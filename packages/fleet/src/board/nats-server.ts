import { accessSync, constants, existsSync, mkdirSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { because, type DeviceReason } from '@stationery/contract/fleet';
import {
  Backoff,
  type Clock,
  type Logger,
  messageOf,
  RefusalLog,
  SettingError,
  sleep,
  writeDurablySync,
} from '@stationery/core';
import { causeOf } from '../reasons.ts';
import { accepts, type NatsProcess, startNatsProcess } from './nats-process.ts';

export interface NatsServer {
  url: string;
  /** The reason if no server runs although one should. */
  readonly problem: NatsProblem | undefined;
  reload(): Promise<void>;
  /**
   * Restarts a server that stores nothing. `full`: the server still reports a full disk although there is space again.
   */
  recover(failure: 'silent' | 'full'): void;
  stop(): Promise<void>;
}

interface NatsProblem {
  state: 'connecting' | 'disk-full';
  why: { reason: string; cause: DeviceReason };
}

interface NatsServerPlace {
  folder: string;
  port: number;
  path: string | undefined;
  /** To serve other machines: the address to listen on, and configuration lines with TLS and users. */
  secured?: { host: string; config: string };
}

export interface NatsServerDeps {
  clock: Clock;
  log: Logger;
  signal?: AbortSignal;
  startWithinMs?: number;
}

const install =
  'nats-server is not installed. On Debian and Ubuntu: sudo apt install nats-server. On macOS: brew install nats-server. Or run one elsewhere and use “stationery fleet board --fleet-url nats://<host>”';
const pauses = { firstMs: 500, maxMs: 30_000 };
/** If the server ran this long before it ended, the restart delay starts over. */
const stableMs = 60_000;
const lookForRoomMs = 2_000;

/** Resolves once nats-server accepts connections, or at once if it has to wait for free disk space. */
export async function startNatsServer(place: NatsServerPlace, deps: NatsServerDeps): Promise<NatsServer> {
  const { port, path, secured } = place;
  const program = findProgram('nats-server', path);
  if (program === undefined) throw new SettingError(install);
  const host = secured === undefined || isEvery(secured.host) ? '127.0.0.1' : secured.host;
  if (await accepts(port, host))
    throw new SettingError(
      `Port ${port} is in use. If a NATS server runs there, use “stationery fleet board --fleet-url nats://${host}:${port}”; else choose another port with --nats-port`,
    );
  mkdirSync(place.folder, { recursive: true });
  const server = new SupervisedNats({ program, host, place, ...deps });
  await server.start();
  return server;
}

class SupervisedNats implements NatsServer {
  readonly url: string;
  readonly #deps: { program: string; host: string; place: NatsServerPlace } & NatsServerDeps;
  readonly #stopping = new AbortController();
  readonly #signal: AbortSignal;
  readonly #complaints: RefusalLog;
  #process: NatsProcess | undefined;
  #problem: NatsProblem | undefined;
  #supervision: Promise<void> = Promise.resolve();

  constructor(deps: { program: string; host: string; place: NatsServerPlace } & NatsServerDeps) {
    this.#deps = deps;
    const { host, place, signal } = deps;
    const address = host.includes(':') ? `[${host}]` : host;
    this.url = `${place.secured === undefined ? 'nats' : 'tls'}://${address}:${place.port}`;
    this.#signal = AbortSignal.any([this.#stopping.signal, ...(signal === undefined ? [] : [signal])]);
    this.#complaints = new RefusalLog(deps, 'nats-server warnings');
  }

  get problem(): NatsProblem | undefined {
    return this.#problem;
  }

  async start(): Promise<void> {
    try {
      if (this.#hasRoom()) await this.#launch();
    } catch (error) {
      throw new SettingError(messageOf(error));
    }
    this.#supervision = this.#supervise();
  }

  reload(): Promise<void> {
    return this.#process?.reload() ?? Promise.reject(new Error('nats-server does not run'));
  }

  recover(failure: 'silent' | 'full'): void {
    const process = this.#process;
    if (process === undefined) return;
    const { freeBytes, reserveBytes } = measureRoom(this.#deps.place.folder);
    // A server at its limit leaves exactly the reserve free. Twice the reserve means that space was freed since.
    if (failure === 'full' && freeBytes < 2 * reserveBytes) return;
    this.#process = undefined;
    this.#deps.log.error({ failure }, 'restarting nats-server: it stores nothing');
    // The supervision restarts the server once it has ended.
    void process.stop();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#process?.stop();
    await this.#supervision;
    this.#complaints.close();
  }

  async #launch(): Promise<void> {
    const { program, host, place, clock, startWithinMs } = this.#deps;
    const configFile = join(place.folder, 'nats.conf');
    writeDurablySync(configFile, configOf(place, host, measureRoom(place.folder).limitBytes));
    this.#process = await startNatsProcess({
      program,
      configFile,
      port: place.port,
      startWithinMs,
      onLine: (line) => this.#heard(line),
      clock,
      signal: this.#signal,
    });
    this.#problem = undefined;
  }

  async #supervise(): Promise<void> {
    const { clock, log } = this.#deps;
    const backoff = new Backoff(pauses);
    while (!this.#signal.aborted) {
      const startMs = clock.nowMs();
      if (this.#process !== undefined) {
        const code = await this.#process.ended;
        this.#process = undefined;
        if (this.#signal.aborted) return;
        this.#problem = { state: 'connecting', why: because({ code: 'nats-restarting' }) };
        log.error({ code }, 'restarting nats-server: it ended');
        if (clock.nowMs() - startMs >= stableMs) backoff.reset();
      }
      await sleep(clock, this.#hasRoom() ? backoff.nextMs() : lookForRoomMs, this.#signal).catch(
        () => undefined,
      );
      if (this.#signal.aborted || !this.#hasRoom()) continue;
      try {
        await this.#launch();
        log.info('nats-server restarted');
      } catch (error) {
        const why = because(causeOf(error));
        const { reason } = why;
        if (this.#problem?.why.reason !== reason) log.error({ reason }, 'starting nats-server failed');
        this.#problem = { state: 'connecting', why };
      }
    }
    await this.#process?.stop();
  }

  #hasRoom(): boolean {
    const { freeBytes, reserveBytes } = measureRoom(this.#deps.place.folder);
    if (freeBytes >= reserveBytes) return true;
    if (this.#problem?.state === 'disk-full') return false;
    const { folder } = this.#deps.place;
    const why = because({ code: 'nats-disk-full', folder, freeBytes, neededBytes: reserveBytes });
    this.#problem = { state: 'disk-full', why };
    this.#deps.log.error({ reason: why.reason }, 'starting nats-server failed');
    return false;
  }

  /**
   * Logs warnings and errors of the server, at a limited rate because devices can cause thousands. Ignores them
   * during shutdown.
   */
  #heard(line: string): void {
    if (this.#signal.aborted) return;
    const said = /\[(?:WRN|ERR|FTL)\] (.*)/.exec(line)?.[1];
    if (said !== undefined) this.#complaints.note(said);
  }
}

function configOf({ folder, port, secured }: NatsServerPlace, host: string, limitBytes: number): string {
  const address = secured?.host ?? host;
  const listen = `${address.includes(':') ? `[${address}]` : address}:${port}`;
  // JetStream takes a limit of 0 as “not set”.
  return `# Written by “stationery fleet up” at each start.
listen: ${JSON.stringify(listen)}
jetstream: { store_dir: ${JSON.stringify(resolve(folder))}, max_memory_store: 67108864, max_file_store: ${Math.max(1, limitBytes)} }
max_connections: 10000
max_subscriptions: 1000
${secured?.config ?? ''}`;
}

/** Also searches `/usr/sbin`, where Debian installs nats-server and which may be missing in PATH. */
function findProgram(name: string, path = ''): string | undefined {
  const folders = [...path.split(delimiter).filter(Boolean), '/usr/sbin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const isEvery = (host: string) => host === '0.0.0.0' || host === '::';

/** Disk space kept free for other programs, and for nats-server itself, which hangs if a write fails. */
const maxReserveBytes = 256 * 1024 * 1024;

interface NatsRoom {
  /** Limit of the store, including the messages that it already holds. */
  limitBytes: number;
  freeBytes: number;
  /** nats-server is not started with less free space. */
  reserveBytes: number;
}

function measureRoom(folder: string): NatsRoom {
  const { bavail, blocks, bsize } = statfsSync(folder);
  const freeBytes = bavail * bsize;
  const reserveBytes = Math.min(maxReserveBytes, Math.floor((blocks * bsize) / 10));
  const limitBytes = storedBytes(join(folder, 'jetstream')) + Math.max(0, freeBytes - reserveBytes);
  return { limitBytes, freeBytes, reserveBytes };
}

function storedBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => {
      return sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0);
    }, 0);
}
