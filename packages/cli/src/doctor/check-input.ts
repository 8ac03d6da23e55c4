import type { Machine, NetworkSettings } from '@stationery/appliance';
import type { PlotterConfig } from '@stationery/plotter';
import type { StationConfig } from '@stationery/station';
import type { Installation } from './installation.ts';
import type { RunningStation } from './running-station.ts';

/** The input of all checks. Checks change nothing. */
export interface CheckInput {
  readonly station: StationConfig;
  readonly plotter: PlotterConfig;
  readonly network: NetworkSettings;
  readonly machine: Machine;
  readonly installation: Installation;
  /** The station that currently runs with these settings; only it knows its own state. */
  readonly running: RunningStation | undefined;
}
