import type { MachineFacts, Profile } from '../../profile.ts';

/** How the pen of a GRBL machine is moved. A person sets it, because no machine reports it. */
export type GrblPen =
  /** A servo on the spindle's pin: the numbers of `M3 S…`; 0 switches the pin off (`M5`). */
  | { readonly by: 'spindle'; readonly up: number; readonly down: number }
  /** The Z axis, in work coordinates, and how fast it moves. */
  | { readonly by: 'z'; readonly upMm: number; readonly downMm: number; readonly feedMmMin: number };

const servo = { up: 0, down: 1000 };
const zAxis = { up: 5, down: 0 };
/** DrawCore moves the pen with its Z axis, and more is lower. */
const drawCore = { up: 0.5, down: 5 };

/** The pen of the profile, or the default of the machine. */
export function penOf(
  { penControl, penHeights }: Pick<Profile, 'penControl' | 'penHeights'>,
  machine: { model: string | null; zFeedMmMin: number },
): GrblPen {
  const isDrawCore = machine.model === 'iDraw';
  if ((penControl ?? (isDrawCore ? 'z' : 'servo')) === 'servo')
    return { by: 'spindle', ...servo, ...penHeights };
  const { up, down } = penHeights ?? (isDrawCore ? drawCore : zAxis);
  return { by: 'z', upMm: up, downMm: down, feedMmMin: machine.zFeedMmMin };
}

/** Pen facts that the profile leaves out, so that a person sees the heights and can change them. */
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
