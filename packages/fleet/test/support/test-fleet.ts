import { lazy, silentLogger, systemClock } from '@stationery/core';
import { onTestFinished } from 'vitest';
import { startTestPlotter } from '../../../plotter/test/support/test-plotter.ts';
import { type RunningAgent, startPlotterAgent } from '../../src/agent/index.ts';
import { Fleet } from '../../src/board/index.ts';
import type { FleetCredentials } from '../../src/credentials.ts';

const parts = { clock: systemClock, log: silentLogger };

export async function startBoard(
  server: string,
  options: { offerWithinMs?: number; historyJobs?: number } = {},
): Promise<Fleet> {
  const fleet = new Fleet({ config: { server, isTls: false }, ...parts, ...options });
  fleet.stop = lazy(fleet.stop.bind(fleet));
  onTestFinished(fleet.stop);
  await fleet.start();
  return fleet;
}

export interface TestDevice {
  id: string;
  plotter: Awaited<ReturnType<typeof startTestPlotter>>;
  agent: RunningAgent;
  /** The lines sent to the device's machine. */
  lines: string[];
}

/** Starts a plotter with its agent. The simulated machine moves instantly. */
export async function startDevice(
  server: string,
  id: string,
  options: {
    name?: string;
    tags?: string[];
    asksForPaper?: boolean;
    speedFactor?: number;
    folder?: string;
    credentials?: FleetCredentials;
  } = {},
): Promise<TestDevice> {
  const lines: string[] = [];
  const { speedFactor = 0, folder } = options;
  const plotter = await startTestPlotter({
    speedFactor,
    ...(folder !== undefined && { folder }),
    onBytes: (bytes) => lines.push(...Buffer.from(bytes).toString().trim().split('\n')),
  });
  const agent = await startPlotterAgent({
    config: {
      server,
      isTls: false,
      name: options.name,
      tags: options.tags ?? [],
      credentials: options.credentials,
    },
    deviceId: id,
    dataDir: plotter.folder,
    plotter: plotter.access,
    fleetAgent: plotter.fleetAgent,
    version: '0.0.0',
    page: plotter.url,
    asksForPaper: options.asksForPaper ?? false,
    heartbeatMs: 500,
    ...parts,
  });
  const stop = lazy(agent.stop);
  onTestFinished(stop);
  return { id, plotter, agent: { ...agent, stop }, lines };
}

/** Returns a drawing with one stroke to this X, which identifies the job in the lines sent to a machine. */
export const drawing = (x: number, more = 0) =>
  Buffer.from(
    JSON.stringify({
      commands: [
        'PENUP',
        'MOVE X0 Y0',
        'PENDOWN',
        ...Array.from({ length: more }, (_, at) => `MOVE X${((at % 100) + 1) * 100} Y100`),
        `MOVE X${x} Y7`,
        'PENUP',
      ],
    }),
  );

export const timesDrawn = (devices: readonly TestDevice[], x: number) =>
  devices.flatMap(({ lines }) => lines).filter((line) => line === `MOVE X${x} Y7`).length;
