import type { StationClient } from '@stationery/client';
import { type ClientContext, defineCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { readNumber } from '../parse-arguments.ts';
import { readText } from '../read-text.ts';
import { waitForTags } from '../tags/wait-for-tags.ts';
import { counted, plain } from '../terminal/words.ts';
import { type Binding, parseBindings } from './bindings-file.ts';
import { type PlannedBinding, planImport } from './plan-import.ts';

type Result = Omit<PlannedBinding, 'state' | 'tag'> & { state: PlannedBinding['state'] | 'bound' };

export const importBindings = defineCommand({
  summary: 'Take the bindings of another station',
  arguments: '<file>',
  count: [1, 1],
  takes: 'file',
  about: `Shows what would be bound, and binds nothing unless --apply is given. Tags and files are found by serial and
name. A station learns a tag only from its reader: one that it does not know is left out, or with --wait asked for.
Ends with 1 where something is missing.`,
  service: 'station',
  options: {
    apply: { help: 'Do it' },
    wait: {
      placeholder: '<seconds>',
      help: 'With --apply: wait so long for each tag that is not known, to learn it',
    },
  },
  examples: [
    'stationery bindings import kitchen.json',
    'stationery bindings import kitchen.json --apply --wait 60',
  ],
  async run(context) {
    const { args, options, out, signal } = context;
    const path = args[0] ?? '';
    const { bindings } = parseBindings(await readText(out.streams, path), path);
    const waitSeconds = readNumber(options.wait, 'wait', 0, 86_400);
    const station = await context.station();
    const look = async () =>
      planImport(bindings, await station.tags({ signal }), (await station.card({ signal })).files);
    let plan = await look();
    if (options.apply && waitSeconds > 0) {
      await learnMissing(context, station, plan, waitSeconds);
      plan = await look();
    }
    const results: Result[] = [];
    for (const { tag, ...planned } of plan) {
      const isBound = options.apply && planned.state === 'to bind' && tag !== undefined;
      if (isBound) await station.bind(tag.id, planned.filename, { signal });
      results.push(isBound ? { ...planned, state: 'bound' } : planned);
    }
    report(out, bindings, results, options.apply);
    return results.every(({ state }) => !isMissing(state)) ? exitCodes.good : exitCodes.failed;
  },
});

const isMissing = (state: Result['state']) => state === 'tag not known' || state === 'file missing';

/** Any new tag is learned; the wait goes on while those that are missing keep coming. */
async function learnMissing(
  { out, signal }: Pick<ClientContext, 'out' | 'signal'>,
  station: StationClient,
  plan: readonly PlannedBinding[],
  waitSeconds: number,
): Promise<void> {
  const missing = new Map(
    plan.filter(({ state }) => state === 'tag not known').map(({ serial, filename }) => [serial, filename]),
  );
  while (missing.size > 0) {
    const request = `Lay the ${missing.size === 1 ? 'tag' : 'tags'} for ${[...missing.values()].map((name) => `“${plain(name)}”`).join(', ')} on the reader`;
    const tags = await waitForTags(station, out, request, waitSeconds, signal);
    if (tags.length === 0) return;
    for (const { serial } of tags) missing.delete(serial);
  }
}

function report(
  out: ClientContext['out'],
  bindings: readonly Binding[],
  results: readonly Result[],
  isApplied: boolean,
): void {
  out.result({ applied: isApplied, bindings: results }, () => {
    if (bindings.length === 0) return out.note('The file holds no bindings.');
    out.table(
      ['SERIAL', 'STATE', 'FILE'],
      results.map(({ serial, state, filename, instead }) => [
        serial,
        state,
        instead === undefined ? filename : `${filename}  (instead of ${instead})`,
      ]),
    );
  });
  const missing = results.filter(({ state }) => isMissing(state)).length;
  const open = results.filter(({ state }) => state === 'to bind').length;
  if (missing > 0) {
    out.note(
      `${counted(missing, 'binding lacks', 'bindings lack')} something: put missing files on the card, and teach the station its tags with “stationery tags learn” or --wait.`,
    );
  }
  if (!isApplied && open > 0)
    out.note(`Nothing was changed. With --apply ${counted(open, 'tag')} would be bound.`);
}
