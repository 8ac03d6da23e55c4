import type { DriverName } from './driver.ts';
import { brushlessHeights } from './ebb/pen.ts';
import { driverKinds } from './kinds.ts';
import type { Profile } from './profile.ts';

export interface MachinePreset {
  id: string;
  /** What people call the machine. */
  title: string;
  driver: DriverName;
  profile: Profile;
}

interface Row extends Omit<MachinePreset, 'profile'> {
  /** Where the machine differs from the usual one of its driver. */
  differs: Partial<Profile>;
}

const axiDraw = (widthMm: number, heightMm: number): Partial<Profile> => ({
  stepsPerMm: 80,
  size: { widthMm, heightMm },
  limits: { minX: 0, maxX: widthMm * 80, minY: 0, maxY: heightMm * 80 },
});

/** Compared with an AxiDraw: a different servo pin and range, and a limit switch. */
const nextDraw = (widthMm: number, heightMm: number): Partial<Profile> => ({
  ...axiDraw(widthMm, heightMm),
  penHeights: brushlessHeights,
  homing: true,
});

const rows: readonly Row[] = [
  { id: 'pico', title: 'Pico plotter', driver: 'pico', differs: {} },
  {
    id: 'grbl-servo',
    title: 'Uno with GRBL and servo',
    driver: 'grbl',
    differs: { penControl: 'servo', penHeights: { up: 0, down: 1000 } },
  },
  {
    id: 'fluidnc',
    title: 'FluidNC',
    driver: 'grbl',
    differs: { penControl: 'z', penHeights: { up: 5, down: 0 } },
  },
  {
    id: 'idraw-2',
    title: 'iDraw 2',
    driver: 'grbl',
    // Its Z axis lowers the pen as the number grows.
    differs: {
      penControl: 'z',
      penHeights: { up: 0.5, down: 5 },
      size: { widthMm: 297, heightMm: 210 },
    },
  },
  { id: 'axidraw-v3', title: 'AxiDraw V3', driver: 'ebb', differs: axiDraw(300, 218) },
  { id: 'axidraw-a3', title: 'AxiDraw A3', driver: 'ebb', differs: axiDraw(430, 297) },
  { id: 'nextdraw-8511', title: 'NextDraw 8511', driver: 'ebb', differs: nextDraw(300, 218) },
  { id: 'nextdraw-1117', title: 'NextDraw 1117', driver: 'ebb', differs: nextDraw(430, 297) },
  { id: 'nextdraw-2234', title: 'NextDraw 2234', driver: 'ebb', differs: nextDraw(864, 594) },
  // Nothing is known of it but that it takes lines: neither where it ends nor how fast it may be.
  { id: 'other', title: 'Other', driver: 'stationery', differs: { limits: null, enforceLimits: false } },
];

/** The plotters that people own, with what is known of them before they are asked. */
export function machinePresets(): MachinePreset[] {
  return rows.flatMap(({ differs, ...row }) => {
    const kind = driverKinds.find(({ name }) => name === row.driver);
    if (kind === undefined) return [];
    return [{ ...row, profile: { ...kind.profile, ...differs, name: row.title, driver: row.driver } }];
  });
}
