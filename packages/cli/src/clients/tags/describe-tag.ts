import type { Tag } from '@stationery/client';
import { plain } from '../../terminal/words.ts';

export function describeTag({ id, serial, model, filename }: Tag): string {
  const bound = filename === null ? 'no file' : `bound to “${plain(filename)}”`;
  return `tag ${id}, ${serial}, ${model}, ${bound}`;
}
