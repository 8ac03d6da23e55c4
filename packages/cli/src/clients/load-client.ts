import type { clientSummaries } from './client-summaries.ts';

export async function loadClient(name: string) {
  const { clientEntries, helpOf, runClient } = await import('./client-commands.ts');
  const entry = clientEntries[name as keyof typeof clientSummaries];
  return { help: () => helpOf(name, entry), run: (args: string[]) => runClient(name, entry, args) };
}
