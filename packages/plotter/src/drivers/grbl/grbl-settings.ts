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
