// Starts a plotter service with its agent. Defines the points where it can freeze (`device-process.mjs`).
import { silentLogger, systemClock } from '../../../core/dist/index.js';
import { DriverHost, plotterPort, readPlotterConfig, startPlotter } from '../../../plotter/dist/index.js';
import { ClaimStore } from '../../dist/agent/claim-store.js';
import { startPlotterAgent } from '../../dist/agent/index.js';

/** Makes this thread freeze at a point. The last thread to freeze kills the process. */
export function freezeAt(die, left) {
  const [point, fatalJob] = die.split(':');
  const freezeIf = (name, about) => {
    const job = typeof about === 'string' ? about : about?.job;
    if (name !== point || job !== fatalJob) return;
    if (Atomics.sub(left, 0, 1) === 1) process.kill(process.pid, 'SIGKILL');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
  for (const step of ['claim', 'granted', 'taken', 'over']) {
    const real = ClaimStore.prototype[step];
    ClaimStore.prototype[step] = function (...args) {
      freezeIf(`before-${step}`, args[0]);
      real.apply(this, args);
      freezeIf(`after-${step}`, args[0]);
    };
  }
  const reallySent = ClaimStore.prototype.sent;
  ClaimStore.prototype.sent = function (number) {
    // At this point the broker has the report, but the store has no record of that.
    freezeIf('before-sent', this.nextReport());
    reallySent.call(this, number);
  };
}

export async function startDevice({ id, folder, machine, server }) {
  const parts = { clock: systemClock, log: silentLogger };
  const config = readPlotterConfig({
    args: [],
    env: { PLOTTER_DATA_DIR: folder, PLOTTER_HTTP_PORT: '0', PLOTTER_SERIAL_PATH: machine },
  });
  const portAt = (portPath) => ({
    ...plotterPort({ portPath, baudRate: 115_200, openSim: () => undefined }),
    settle: { bannerWaitMs: 30, quietMs: 10, maxMs: 60_000 },
  });
  const driver = new DriverHost({ port: portAt(machine), choice: config.driver, ...parts });
  const plotter = await startPlotter(config, { driver, portAt, listPorts: async () => [], ...parts });
  await startPlotterAgent({
    config: { server, isTls: false, tags: [] },
    deviceId: id,
    dataDir: folder,
    plotter: plotter.access,
    fleetAgent: plotter.fleetAgent,
    version: '0.0.0',
    page: plotter.http.url,
    asksForPaper: false,
    heartbeatMs: 500,
    redeliverMs: 200,
    ...parts,
  });
}
