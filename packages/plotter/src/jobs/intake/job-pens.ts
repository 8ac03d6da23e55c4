import type { Pen } from '../../store/job.ts';
import { isIndex, isText, ListReader } from './list-reader.ts';

export function pensReader(): ListReader<Pen> {
  return new ListReader<Pen>({
    name: 'pens',
    form: '{"name": text of 1 to 200 characters, "colour": "#rrggbb", "from": index of a command}',
    members: { name: isText, colour: isColour, from: isIndex },
    command: 'from',
    purpose: 'draw from',
  });
}

function isColour(value: unknown): boolean {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
}
