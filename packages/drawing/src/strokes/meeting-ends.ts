import { int32sAt, put } from '../wasm/numbers.ts';
import { newProgram, withProgram } from '../wasm/program.ts';
import { type Ends, endsOf } from './ends.ts';
import type { StrokeSet } from './stroke-set.ts';

export interface EndpointPairs {
  readonly count: number;
  readonly one: Int32Array;
  readonly other: Int32Array;
}

/** Returns pairs of ends that are at most `meetMm` apart. */
export function meetingEnds({ x, y }: Ends, ends: number, meetMm: number): EndpointPairs {
  return withProgram((program) => {
    const count = program.meetingEnds(put(program, x), put(program, y), ends, meetMm);
    const one = int32sAt(program, program.one.value, count).slice();
    const other = int32sAt(program, program.other.value, count).slice();
    return { count, one, other };
  });
}

/**
 * Returns a function that checks whether an end is within `meetMm` of an end of a different stroke. The index
 * is built on first use.
 */
export function endMeeting(strokes: StrokeSet, meetMm: number): (end: number) => boolean {
  let isMet: ((end: number) => boolean) | undefined;
  return (end) => {
    isMet ??= endsMeeting(strokes, meetMm);
    return isMet(end);
  };
}

function endsMeeting(strokes: StrokeSet, meetMm: number): (end: number) => boolean {
  const { x, y } = endsOf(strokes, 0, 0);
  const program = newProgram();
  program.setEnds(put(program, x), put(program, y), 2 * strokes.count, meetMm);
  return (end) => program.isMet(end) === 1;
}
