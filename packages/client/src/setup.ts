import { type CallOptions, type ClientOptions, Connection } from './call/connection.ts';
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

/** The drivers, presets for machines, and which driver is chosen. */
export type Drivers = PlotterOperations['getDrivers']['answer'];
export type DriverChoice = Drivers['choice'];
export type FleetSeat = PlotterOperations['getFleetSeat']['answer'];
export type FleetSeatChange = PlotterOperations['changeFleetSeat']['body'];
export type Detected = PlotterOperations['detectDriver']['answer'];

/** Drivers, presets, profiles and pens. A separate entry point, because few programs need it. */
export interface PlotterSetup {
  /** The saved machine profiles. */
  machines(options?: CallOptions): Promise<SavedMachine[]>;
  /** Saves one more profile and uses it, with the driver that it names. */
  addMachine(profile: MachineProfile, options?: CallOptions): Promise<SavedMachine>;
  /** Uses a saved profile, and the driver that it is for. */
  chooseMachine(id: number, options?: CallOptions): Promise<MachineProfile>;
  /** Uses the profile of a preset. An existing profile of that name and driver is reused, with its corrections. */
  usePreset(preset: MachinePreset, options?: CallOptions & { name?: string | undefined }): Promise<void>;
  deleteMachine(id: number, options?: CallOptions): Promise<void>;
  drivers(options?: CallOptions): Promise<Drivers>;
  /** Uses another driver from now on, and connects. Refused while a job runs or is paused. */
  chooseDriver(driver: DriverChoice, options?: CallOptions): Promise<PlotterStatus>;
  /** Identifies the machine; nothing moves. */
  detectDriver(options?: CallOptions): Promise<Detected>;
  /** The user's pens. */
  pens(options?: CallOptions): Promise<PalettePen[]>;
  setPens(pens: readonly PalettePen[], options?: CallOptions): Promise<PalettePen[]>;
  /** Whether the plotter takes jobs of its fleet, and its paper and pens. */
  fleetSeat(options?: CallOptions): Promise<FleetSeat>;
  changeFleetSeat(change: FleetSeatChange, options?: CallOptions): Promise<FleetSeat>;
}

export function createPlotterSetup(options: ClientOptions): PlotterSetup {
  const connection = new Connection(plotterSetupPlaces, options, PlotterError);
  const call = <O extends PlotterSetupOperation>(
    operation: O,
    request?: CallOptions & { body?: unknown; params?: { id: number } },
  ): Promise<PlotterOperations[O]['answer']> => connection.call(operation, request);
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
    setPens: async (pens, more) => (await call('putPens', { ...more, body: { pens } })).pens,
    fleetSeat: (more) => call('getFleetSeat', more),
    changeFleetSeat: (change, more) => call('changeFleetSeat', { ...more, body: change }),
  };
}
