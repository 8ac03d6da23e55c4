import { type CallOptions, type ClientOptions, Connection } from './call/connection.ts';
import type { RawCall } from './call/operations.ts';
import { PlotterError } from './errors.ts';
import {
  type MachinePreset,
  type MachineProfile,
  type PalettePen,
  type PlotterOperations,
  type PlotterSetupOperation,
  type PlotterStatus,
  plotterSetupPlaces,
  type SavedMachine,
} from './generated/plotter.ts';

export {
  correctProfile,
  type GuidedAnswer,
  type GuidedCorrection,
  type GuidedStep,
  guidedAnswers,
  guidedCommands,
  guidedMm,
  guidedSteps,
  minHeight,
} from './guided-steps.ts';

export type Drivers = PlotterOperations['getDrivers']['answer'];
export type DriverChoice = Drivers['choice'];
export type FleetSeat = PlotterOperations['getFleetSeat']['answer'];
export type FleetSeatChange = PlotterOperations['changeFleetSeat']['body'];
export type DrawnDistance = NonNullable<PlotterOperations['getPens']['answer']['drawn']>[number];
export type Detected = PlotterOperations['detectDriver']['answer'];

export interface PlotterSetup {
  machines(options?: CallOptions): Promise<SavedMachine[]>;
  /** Saves a new profile and uses it with its driver. */
  addMachine(profile: MachineProfile, options?: CallOptions): Promise<SavedMachine>;
  /** Uses a saved profile and its driver. */
  chooseMachine(id: number, options?: CallOptions): Promise<MachineProfile>;
  /** Uses the profile of a preset. An existing profile of that name and driver is reused, with its corrections. */
  usePreset(preset: MachinePreset, options?: CallOptions & { name?: string | undefined }): Promise<void>;
  deleteMachine(id: number, options?: CallOptions): Promise<void>;
  drivers(options?: CallOptions): Promise<Drivers>;
  /** Changes the driver permanently and connects. Refused while a job runs or is paused. */
  chooseDriver(driver: DriverChoice, options?: CallOptions): Promise<PlotterStatus>;
  /** Identifies the machine without moving it. */
  detectDriver(options?: CallOptions): Promise<Detected>;
  pens(options?: CallOptions): Promise<PalettePen[]>;
  setPens(pens: readonly PalettePen[], options?: CallOptions): Promise<PalettePen[]>;
  /** Returns how far jobs have drawn with each pen since it was added or replaced. */
  drawnDistances(options?: CallOptions): Promise<DrawnDistance[]>;
  replacePen(name: string, options?: CallOptions): Promise<DrawnDistance[]>;
  /** Whether the plotter accepts fleet jobs, and its paper and pens. */
  fleetSeat(options?: CallOptions): Promise<FleetSeat>;
  changeFleetSeat(change: FleetSeatChange, options?: CallOptions): Promise<FleetSeat>;
}

export function createPlotterSetup(options: ClientOptions): PlotterSetup {
  const connection = new Connection(plotterSetupPlaces, options, PlotterError);
  const call: RawCall<Pick<PlotterOperations, PlotterSetupOperation>> = (operation, ...[request]) =>
    connection.call(operation, request);
  const machines: PlotterSetup['machines'] = async (more) => (await call('listMachines', more)).machines;
  return {
    machines,
    addMachine: (profile, more) => call('addMachine', { ...more, body: profile }),
    chooseMachine: (id, more) => call('chooseMachine', { ...more, params: { id } }),
    async usePreset({ profile, driver }, { name = profile.name, ...more } = {}) {
      const saved = (await machines(more)).find((one) => one.name === name && one.driver === driver);
      if (saved === undefined) await call('addMachine', { ...more, body: { ...profile, name } });
      else await call('chooseMachine', { ...more, params: { id: saved.id } });
    },
    deleteMachine: (id, more) => call('deleteMachine', { ...more, params: { id } }),
    drivers: (more) => call('getDrivers', more),
    chooseDriver: (driver, more) => call('chooseDriver', { ...more, body: { driver } }),
    detectDriver: (more) => call('detectDriver', more),
    pens: async (more) => (await call('getPens', more)).pens,
    setPens: async (pens, more) => (await call('putPens', { ...more, body: { pens: [...pens] } })).pens,
    drawnDistances: async (more) => (await call('getPens', more)).drawn ?? [],
    replacePen: async (pen, more) => (await call('replacePen', { ...more, body: { pen } })).drawn ?? [],
    fleetSeat: (more) => call('getFleetSeat', more),
    changeFleetSeat: (change, more) => call('changeFleetSeat', { ...more, body: change }),
  };
}
