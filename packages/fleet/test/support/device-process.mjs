// A plotter service with its agent, in a process that can be killed. With DIE=<point>:<job>, it kills itself exactly there:
// “before-claim” before the claim of that job is written, “after-claim” right after, and so on.
import { silentLogger, systemClock } from '../../../core/dist/index.js';
import { DriverHost, plotterPort, readPlotterConfig, startPlotter } from '../../../plotter/dist/index.js';
import { ClaimStore } from '../../dist/agent/claim-store.js';
import { startPlotterAgent } from '../../dist/agent/index.js';

const { DEVICE, FOLDER, MACHINE, SERVER, DIE = '' } = process.env;
const [point, fatalJob] = DIE.split(':');
const dieIf = (name, about) => {
  const job = typeof about === 'string' ? about : about?.job;
  if (name === point && job === fatalJob) process.kill(process.pid, 'SIGKILL');
};
for (const step of ['claim', 'granted', 'taken', 'over']) {
  const real = ClaimStore.prototype[step];
  ClaimStore.prototype[step] = function (...args) {
    dieIf(`before-${step}`, args[0]);
    real.apply(this, args);
    dieIf(`after-${step}`, args[0]);
  };
}
const reallySent = ClaimStore.prototype.sent;
ClaimStore.prototype.sent = function (number) {
  // The broker has the report, and nothing here says so.
  dieIf('before-sent', this.nextReport());
  reallySent.call(this, number);
};

const parts = { clock: systemClock, log: silentLogger };
const config = readPlotterConfig({
  args: [],
  env: { PLOTTER_DATA_DIR: FOLDER, PLOTTER_HTTP_PORT: '0', PLOTTER_SERIAL_PATH: MACHINE },
});
const portAt = (portPath) => ({
  ...plotterPort({ portPath, baudRate: 115_200, openSim: () => undefined }),
  settle: { bannerWaitMs: 30, quietMs: 10, maxMs: 60_000 },
});
const link = new DriverHost({ port: portAt(MACHINE), choice: config.driver, ...parts });
const plotter = await startPlotter(config, { link, portAt, listPorts: async () => [], ...parts });
await startPlotterAgent({
  config: { server: SERVER, isTls: false, tags: [] },
  deviceId: DEVICE,
  dataDir: FOLDER,
  plotter: plotter.access,
  companion: plotter.companion,
  version: '0.0.0',
  page: plotter.http.url,
  asksForPaper: false,
  heartbeatMs: 500,
  redeliverMs: 200,
  ...parts,
});
