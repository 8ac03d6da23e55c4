import type { BoardCollection } from '@stationery/client/board';
import { defineCommand } from '../../command-line/command.ts';
import { counted, plain } from '../../terminal/words.ts';

export const collections = defineCommand({
  summary: 'List the collections of a fleet, and how far each is rolled out',
  service: 'board',
  examples: ['stationery fleet collections', 'stationery fleet collections --json'],
  async run({ out, signal, ...context }) {
    const found = await (await context.board()).collections({ signal });
    out.result({ collections: found }, () => {
      const rows = found.map((each) => {
        const { version, files } = each.newest;
        return [plain(each.name), version, files, each.followers, rollOutWords(each)];
      });
      const ifEmpty = 'No collection was published. Publish one with “stationery fleet publish”.';
      out.table(['NAME', 'NEWEST', 'FILES', 'STATIONS', 'ROLL-OUT'], rows, ifEmpty);
      for (const { name, tooSmall } of found)
        if (tooSmall.length > 0)
          out.note(
            plain(
              `The cards of ${counted(tooSmall.length, 'station')} are too small for ${name}: ${tooSmall.join(', ')}`,
            ),
          );
    });
  },
});

function rollOutWords({ rollOut, complete, followers }: BoardCollection): string {
  if (rollOut === null) return 'none';
  const wanted = rollOut.stations?.length ?? followers;
  const stopped = rollOut.isStopped ? ', stopped' : '';
  return `version ${rollOut.version} to ${rollOut.stage}${stopped}, on ${complete} of ${counted(wanted, 'station')}`;
}
