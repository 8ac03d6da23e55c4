import {
  choosePort,
  connectPort,
  disconnectPort,
  getHealth,
  getPorts,
  getStatus,
  runJob,
  sendCommand,
  stopNow,
} from './commands.ts';
import { getPlotterDescription, getPlotterDocs, getProblemPage } from './description.ts';
import { chooseDriver, detectDriver, getDrivers } from './drivers.ts';
import { streamPlotterEvents } from './events.ts';
import { changeFleetSeat, getFleetSeat } from './fleet-seat.ts';
import {
  cancelJob,
  checkJob,
  deleteJob,
  getJob,
  getJobCommands,
  getJobPreview,
  getJobResults,
  getQueue,
  listJobs,
  moveJob,
  pauseJob,
  rerunJob,
  resumeJob,
} from './jobs.ts';
import { addMachine, chooseMachine, deleteMachine, getMachine, listMachines, putMachine } from './machine.ts';
import { getPens, putPens } from './pens.ts';
import { planDrawing } from './plan.ts';

/** Every operation of the plotter service, in the order in which people meet them. */
export const plotterRoutes = {
  getHealth,
  sendCommand,
  runJob,
  getStatus,
  stopNow,
  listJobs,
  getQueue,
  getJob,
  moveJob,
  pauseJob,
  resumeJob,
  cancelJob,
  rerunJob,
  getJobResults,
  getJobCommands,
  getJobPreview,
  deleteJob,
  checkJob,
  planDrawing,
  getPens,
  putPens,
  getPorts,
  choosePort,
  connectPort,
  disconnectPort,
  getMachine,
  putMachine,
  listMachines,
  addMachine,
  chooseMachine,
  deleteMachine,
  getDrivers,
  chooseDriver,
  detectDriver,
  getFleetSeat,
  changeFleetSeat,
  streamPlotterEvents,
  getPlotterDescription,
  getPlotterDocs,
  getProblemPage,
};

export { type PlotterEvent, type PlotterEventName, plotterEvents } from './events.ts';
export { Problem } from './resources.ts';
