import type { Profile } from '../profile.ts';

/** How the pen of a GRBL machine is moved. What a person sets, because no machine tells it. */
export type GrblPen =
  /** A servo on the spindle's pin: the numbers of `M3 S…`; 0 switches the pin off (`M5`). */
  | { readonly by: 'spindle'; readonly up: number; readonly down: number }
  /** The Z axis, in work coordinates, and how fast it moves. */
  | { readonly by: 'z'; readonly upMm: number; readonly downMm: number; readonly feedMmMin: number };

export interface GrblSettings {
  readonly pen: GrblPen;
}

export const defaultGrblSettings: GrblSettings = { pen: { by: 'spindle', up: 0, down: 1000 } };

/** DrawCore moves the pen with its Z axis, and lower is more. */
export const drawCoreSettings: GrblSettings = { pen: { by: 'z', upMm: 0.5, downMm: 5, feedMmMin: 5000 } };

/** The pen as a person set it; what was not set is as usual. */
export function penOfProfile({ penControl, penHeights }: Profile, usual: GrblPen): GrblPen {
  const by = penControl === undefined ? usual.by : penControl === 'z' ? 'z' : 'spindle';
  if (by === 'spindle') {
    const { up, down } = penHeights ?? (usual.by === 'spindle' ? usual : { up: 0, down: 1000 });
    return { by, up, down };
  }
  const { upMm, downMm, feedMmMin } = usual.by === 'z' ? usual : { upMm: 5, downMm: 0, feedMmMin: 3000 };
  return { by, upMm: penHeights?.up ?? upMm, downMm: penHeights?.down ?? downMm, feedMmMin };
}
