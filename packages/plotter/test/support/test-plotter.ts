import { tmpdir } from 'node:os';
import type { AnswerOf, plotterRoutes } from '@stationery/contract';
import { type Clock, type ListedPort, type Logger, silentLogger, systemClock } from '@stationery/core';
import { shared, temporaryFolder, type WhenOver } from '@stationery/core/testing';
import { expect, onTestFinished } from 'vitest';
import type { Driver } from '../../src/drivers/driver.ts';
import type { Family } from '../../src/drivers/family.ts';
import { a3Plotter, type MachineModel } from '../../src/drivers/firmware-model/machine-model.ts';
import type { LinkTimes } from '../../src/drivers/lines/lines-deps.ts';
import type { Simulator } from '../../src/drivers/simulator/simulator.ts';
import {
  DriverHost,
  openSimPort,
  type Plotter,
  plotterPort,
  readPlotterConfig,
  startPlotter,
  VirtualPlotter,
} from '../../src/index.ts';
import type { UsbIds } from '../../src/link/link-port.ts';
import { expectDocumented } from './documented.ts';
import { alwaysOk, type Script, ScriptedDevice } from './scripted-device.ts';

export type JobBody = AnswerOf<typeof plotterRoutes.getJob>;
export type StatusBody = AnswerOf<typeof plotterRoutes.getStatus>;
export type ResultBody = AnswerOf<typeof plotterRoutes.runJob>;

export interface TestPlotter extends Pick<Plotter, 'access' | 'fleetAgent'> {
  url: string;
  folder: string;
  driver: Driver;
  stop(): Promise<void>;
  /** Validates every answer. Paths are relative to `/api/plotter` unless absolute. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** A string body is sent unchanged, for invalid JSON. */
  send(method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  post(path: string): Promise<Response>;
  /** Resumes a job. After a lost position, this requires `penAtOrigin`. */
  resume(id: number, penAtOrigin?: boolean): Promise<Response>;
  command(command: string, timeoutMs?: number): Promise<Response>;
  status(): Promise<StatusBody>;
  job(id: number): Promise<JobBody>;
  queue(commands: string[], more?: object, headers?: Record<string, string>): Promise<JobBody>;
  expectState(id: number, state: JobBody['state']['state']): Promise<JobBody>;
}

export interface TestPlotterOptions {
  env?: Record<string, string>;
  /** Data folder. Defaults to a new one. */
  folder?: string;
  log?: Logger;
  times?: Partial<LinkTimes>;
  ports?: ListedPort[];
  /** USB ids of the port. */
  usbIds?: UsbIds | Promise<UsbIds>;
  /** With a value, the service is returned before the driver is ready. */
  bannerWaitMs?: number;
  /** Clock of the service. The driver uses the real time. */
  clock?: Clock;
  /** When to stop the service. Defaults to the end of the test. */
  whenOver?: WhenOver;
}

const quickTimes: Partial<LinkTimes> = {
  graceMs: 100,
  resyncTimeoutMs: 1_000,
  retryFirstMs: 50,
  retryLongestMs: 200,
};

/** A virtual plotter, which moves instantly by default. */
export async function startTestPlotter(
  options: TestPlotterOptions & {
    speedFactor?: number;
    model?: MachineModel;
    onBytes?: (bytes: Uint8Array) => void;
  } = {},
): Promise<TestPlotter & { board: VirtualPlotter }> {
  const { speedFactor = 0, model = a3Plotter } = options;
  const board = new VirtualPlotter({ speedFactor, model, bootMs: 0 });
  const { onBytes } = options;
  if (onBytes !== undefined) {
    const attach = board.attach.bind(board);
    board.attach = (port) => {
      port.onBytes(onBytes);
      return attach(port);
    };
  }
  (options.whenOver ?? onTestFinished)(async () => board.close());
  const plotter = await startOn('sim:', board, options);
  return { ...plotter, board };
}

/** Starts one plotter for all tests of a group. They must not change it. */
export const sharedTestPlotter = (options: TestPlotterOptions = {}) =>
  shared((whenOver) => startTestPlotter({ ...options, whenOver }));

/** The simulated machine of a driver, which moves instantly. */
export async function startSimulated(kind: Family): Promise<TestPlotter & { machine: Simulator }> {
  const machine = kind.simulator({ speedFactor: 0 });
  onTestFinished(() => machine.close());
  const plotter = await startOn(kind.name === 'stationery' ? 'sim:' : `sim:${kind.name}`, machine, {
    bannerWaitMs: 2_000,
  });
  await expect.poll(() => plotter.driver.state.state).toBe('ready');
  return { ...plotter, machine };
}

/** With `ours`, the device has the banner of Stationery firmware. */
export async function startScripted(
  script: Script = alwaysOk,
  options: TestPlotterOptions & { ours?: boolean; on?: ScriptedDevice } = {},
): Promise<TestPlotter & { device: ScriptedDevice }> {
  const device = options.on ?? (await ScriptedDevice.start(script, options.whenOver));
  if (options.ours) device.banner = 'READY stationery-plotter 1.0.0\n';
  const plotter = await startOn(device.portPath, undefined, options);
  return { ...plotter, device };
}

/** Starts one device for all tests of a group. Each test starts with an empty list of received lines. */
export function sharedScripted(script?: Script): () => ReturnType<typeof startScripted> {
  const start = shared((whenOver) => startScripted(script, { whenOver }));
  return async () => {
    const plotter = await start();
    plotter.device.heard.length = 0;
    return plotter;
  };
}

export async function startOn(
  portPath: string,
  board: Simulator | undefined,
  options: TestPlotterOptions,
): Promise<TestPlotter> {
  const whenOver = options.whenOver ?? onTestFinished;
  const folder = options.folder ?? (await temporaryFolder(tmpdir(), whenOver));
  const config = readPlotterConfig({
    args: [],
    env: {
      PLOTTER_DATA_DIR: folder,
      PLOTTER_HTTP_PORT: '0',
      PLOTTER_SERIAL_PATH: portPath,
      ...options.env,
    },
  });
  const log = options.log ?? silentLogger;
  const openBoard = board === undefined ? () => Promise.reject(new Error('no board')) : openSimPort(board);
  const openSim = () => openBoard;
  const portAt = (path: string) => ({
    ...plotterPort({ portPath: path, baudRate: config.serialBaud, openSim }),
    settle: { bannerWaitMs: options.bannerWaitMs ?? 30, quietMs: 10, maxMs: 60_000 },
    ...(options.usbIds && { usbIds: async () => options.usbIds }),
  });
  const driver = new DriverHost({
    port: portAt(portPath),
    choice: config.driver,
    clock: systemClock,
    log,
    times: { ...quickTimes, ...options.times },
  });
  const service = await startPlotter(config, {
    driver,
    portAt,
    listPorts: async () => options.ports ?? [],
    clock: options.clock ?? systemClock,
    log,
  });
  whenOver(service.stop);

  const get: TestPlotter['get'] = async (path, init) => {
    const full = /^\/(api|plotter|problems|metrics)?([/?]|$)/.test(path) ? path : `/api/plotter${path}`;
    const answer = await fetch(`${service.http.url}${full}`, init);
    await expectDocumented(init?.method ?? 'GET', full, answer);
    return answer;
  };
  const send: TestPlotter['send'] = (method, path, body, headers = {}) =>
    get(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const job: TestPlotter['job'] = async (id) => (await (await get(`/jobs/${id}`)).json()) as JobBody;
  if (options.bannerWaitMs === undefined) await expect.poll(() => driver.state.state).toBe('ready');
  return {
    url: service.http.url,
    access: service.access,
    fleetAgent: service.fleetAgent,
    folder,
    driver,
    stop: service.stop,
    get,
    send,
    post: (path) => get(path, { method: 'POST' }),
    resume: (id, penAtOrigin) =>
      penAtOrigin === undefined
        ? get(`/jobs/${id}/resume`, { method: 'POST' })
        : send('POST', `/jobs/${id}/resume`, { penAtOrigin }),
    command: (command, timeoutMs) =>
      send('POST', '/command', { command, ...(timeoutMs === undefined ? {} : { timeoutMs }) }),
    status: async () => (await (await get('/status')).json()) as StatusBody,
    job,
    async queue(commands, more = {}, headers = {}) {
      const answer = await send(
        'POST',
        '/job',
        { commands, ...more },
        { prefer: 'respond-async', ...headers },
      );
      expect(answer.status).toBe(202);
      return (await answer.json()) as JobBody;
    },
    async expectState(id, state) {
      await expect.poll(async () => (await job(id)).state).toMatchObject({ state });
      return job(id);
    },
  };
}
