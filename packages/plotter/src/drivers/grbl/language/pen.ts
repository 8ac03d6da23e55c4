import type { MachineFacts, Profile } from '../../profile.ts';

/** Set by the user, because machines do not report it. */
export type GrblPen =
  /** A servo on the spindle pin: values for `M3 S…`; 0 switches the pin off (`M5`). */
  | { readonly by: 'spindle'; readonly up: number; readonly down: number }
  /** The Z axis in work coordinates, and its feed. */
  | { readonly by: 'z'; readonly upMm: number; readonly downMm: number; readonly feedMmMin: number };

const servo = { up: 0, down: 1000 };
const zAxis = { up: 5, down: 0 };
/** DrawCore moves the pen with its Z axis; larger values are lower. */
const drawCore = { up: 0.5, down: 5 };

export function penOf(
  { penControl, penHeights }: Pick<Profile, 'penControl' | 'penHeights'>,
  machine: { model: string | null; zFeedMmMin: number },
): GrblPen {
  const isDrawCore = machine.model === 'iDraw';
  if ((penControl ?? (isDrawCore ? 'z' : 'servo')) !== 'z') return { by: 'spindle', ...servo, ...penHeights };
  const { up, down } = penHeights ?? (isDrawCore ? drawCore : zAxis);
  return { by: 'z', upMm: up, downMm: down, feedMmMin: machine.zFeedMmMin };
}

/** Returns the pen settings that the profile lacks, so that users see the heights and can change them. */
export function defaultPen(
  { penControl, penHeights }: Pick<Profile, 'penControl' | 'penHeights'>,
  pen: GrblPen,
): Pick<MachineFacts, 'penControl' | 'penHeights'> {
  const [up, down] = pen.by === 'z' ? [pen.upMm, pen.downMm] : [pen.up, pen.down];
  return {
    ...(penControl === undefined && { penControl: pen.by === 'z' ? 'z' : 'servo' }),
    ...(penHeights === undefined && { penHeights: { up, down } }),
  };
}
