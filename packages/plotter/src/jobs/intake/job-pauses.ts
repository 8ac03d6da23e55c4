import type { Pause } from '../../store/job.ts';
import { isIndex, isText, ListReader } from './list-reader.ts';

export function pausesReader(): ListReader<Pause> {
  return new ListReader<Pause>({
    name: 'pauses',
    form: '{"before": index of a command, "reason": text of 1 to 200 characters}',
    members: { before: isIndex, reason: isText },
    command: 'before',
    purpose: 'wait before',
  });
}
