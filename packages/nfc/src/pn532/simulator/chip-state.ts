import type { Tag } from '../../tag.ts';

/** A tag on the simulated chip. Tags with SAK bit 0x20 send an ATS when activated. */
export interface SimulatedTag extends Tag {
  readonly ats?: Uint8Array;
}

/** State of the chip between two commands. */
export interface ChipState {
  asleep: boolean;
  /** MxRtyPassiveActivation: retries after the first search; 0xFF means forever. */
  searchRetries: number;
  registers: Map<number, number>;
  /** The tag in the field, and whether it was listed and can be addressed. */
  tag: SimulatedTag | undefined;
  selected: boolean;
}

/** State after power-up: asleep until the host wakes it, and searching forever by default. */
export function poweredUp(tag: SimulatedTag | undefined): ChipState {
  return { asleep: true, searchRetries: 0xff, registers: new Map(), tag, selected: false };
}
