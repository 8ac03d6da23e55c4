import type { DriverKind } from '../driver-kind.ts';
import { a3Plotter } from '../firmware-model/machine-model.ts';
import { createStationeryDriver } from './stationery-driver.ts';
import { VirtualPlotter } from './virtual/virtual-plotter.ts';

export const stationeryKind: DriverKind = {
  name: 'stationery',
  title: 'Plotter with Stationery firmware',
  profile: {
    name: 'Stationery A3 plotter',
    stepsPerMm: a3Plotter.stepsPerMm,
    coordinates: 'absolute',
    size: { widthMm: a3Plotter.sheetWidthMm, heightMm: a3Plotter.sheetHeightMm },
    limits: a3Plotter.limits ?? null,
    enforceLimits: null,
    speed: a3Plotter.speed,
    acceleration: a3Plotter.acceleration,
    penUpMs: a3Plotter.penUpMs,
    penDownMs: a3Plotter.penDownMs,
  },
  create: createStationeryDriver,
  simulator: (options) => new VirtualPlotter(options),
};
