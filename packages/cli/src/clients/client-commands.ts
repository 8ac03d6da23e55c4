import { bindings } from './bindings/index.ts';
import type { clientSummaries } from './client-summaries.ts';
import type { ClientEntry } from './command.ts';
import { files } from './files/index.ts';
import { name } from './name.ts';
import { plot } from './plot/index.ts';
import { tags } from './tags/index.ts';

export { helpOf } from './help.ts';
export { runClient } from './run-client.ts';

export const clientEntries: Record<keyof typeof clientSummaries, ClientEntry> = {
  files,
  tags,
  bindings,
  name,
  plot,
};
