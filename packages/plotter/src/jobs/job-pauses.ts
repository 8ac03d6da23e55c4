import { isIndex, isText, ListReader } from './list-reader.ts';

/** A place in a job where it waits for a person. */
export interface Pause {
  /** The index of the command before which it waits. */
  before: number;
  /** What is asked of the person. */
  reason: string;
}

export function pausesReader(): ListReader<Pause> {
  return new ListReader<Pause>({
    name: 'pauses',
    form: '{"before": index of a command, "reason": text of 1 to 200 characters}',
    members: { before: isIndex, reason: isText },
    command: 'before',
    purpose: 'wait before',
  });
}
