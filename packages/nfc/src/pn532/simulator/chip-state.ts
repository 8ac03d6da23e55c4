import type { Tag } from '../../tag.ts';

/** A tag on the simulated chip. An ATS is what tags with SAK bit 0x20 answer when they are activated. */
export interface SimulatedTag extends Tag {
  readonly ats?: Uint8Array;
}

/** What the chip knows between two commands. */
export interface ChipState {
  asleep: boolean;
  /** MxRtyPassiveActivation: tries after the first; 0xFF is for ever. */
  searchRetries: number;
  registers: Map<number, number>;
  /** The tag in the field, and whether it was listed and can be spoken to. */
  tag: SimulatedTag | undefined;
  selected: boolean;
}

/** As after power-up: asleep until the host wakes it, and searching for ever by default. */
export function poweredUp(tag: SimulatedTag | undefined): ChipState {
  return { asleep: true, searchRetries: 0xff, registers: new Map(), tag, selected: false };
}
