import { tmpdir } from 'node:os';
import { createPlotterClient, type PlotterClient } from '@stationery/client';
import { shared, temporaryFolder, unusedPort, type WhenOver } from '@stationery/core/testing';
import { beforeAll } from 'vitest';
import { Program } from '../../../cli/test/support/program.ts';

export interface TestPlotter {
  url: string;
  client: PlotterClient;
  /** Kills the service, like a power cut. Returns a function that starts it again with the same data and address. */
  kill(): Promise<() => Promise<TestPlotter>>;
}

/** Starts a service with the virtual plotter, or with the plotter at `PLOTTER_SERIAL_PATH`. */
export async function startPlotter(env: Record<string, string> = {}): Promise<TestPlotter> {
  return start({ PLOTTER_DATA_DIR: await temporaryFolder(), ...env });
}

export function sharedPlotter(env: Record<string, string> = {}): () => TestPlotter {
  let plotter: TestPlotter;
  const started = shared(async (whenOver) =>
    start({ PLOTTER_DATA_DIR: await temporaryFolder(tmpdir(), whenOver), ...env }, whenOver),
  );
  beforeAll(async () => {
    plotter = await started();
  });
  return () => plotter;
}

async function start(env: Record<string, string>, whenOver?: WhenOver): Promise<TestPlotter> {
  const port = env.PLOTTER_HTTP_PORT ?? String(await unusedPort());
  const settings = { PLOTTER_LOG_LEVEL: 'error', ...env, PLOTTER_HTTP_PORT: port };
  const program = new Program(['plotter'], settings, {}, whenOver);
  await program.printed((text) => text.includes(`  http://localhost:${port}`) || undefined);
  const url = `http://127.0.0.1:${port}`;
  const token = env.PLOTTER_TOKEN;
  const client = createPlotterClient({ baseUrl: url, ...(token === undefined ? {} : { token }) });
  for await (const { name, data } of client.events()) {
    if ((name === 'snapshot' || name === 'status') && data.link.state === 'ready') break;
  }
  return {
    url,
    client,
    async kill() {
      program.kill('SIGKILL');
      await program.exit;
      return () => start({ ...env, PLOTTER_HTTP_PORT: port });
    },
  };
}

/** Returns a drawing that takes a minute at forty times the speed. Cancel its job afterwards. */
export function longDrawing(): string {
  return Array.from({ length: 20 }, () => uprightLines(40)).join('\n');
}

/** Returns lines from left to right, a centimetre apart. Each begins where the pen is lowered. */
export function uprightLines(count: number): string {
  const lines = ['PENUP'];
  for (let line = 1; line <= count; line++) {
    lines.push(`MOVE X${line * 800} Y1600`, 'PENDOWN', `MOVE X${line * 800} Y9600`, 'PENUP');
  }
  return lines.join('\n');
}
