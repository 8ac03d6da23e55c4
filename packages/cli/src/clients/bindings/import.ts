import type { CardFile, StationClient, Tag } from '@stationery/client';
import { normalizedName } from '@stationery/core/file-name';
import { type CommandContext, defineCommand } from '../../command-line/command.ts';
import { readNumber } from '../../command-line/parse-arguments.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { readText } from '../../terminal/read-input.ts';
import { counted, plain } from '../../terminal/words.ts';
import { serialOf } from '../tags/find-tag.ts';
import { waitForTags } from '../tags/wait-for-tags.ts';
import { type Binding, parseBindings } from './bindings-file.ts';

type Result = Omit<PlannedBinding, 'state' | 'tag'> & { state: PlannedBinding['state'] | 'bound' };

export const importBindings = defineCommand({
  summary: 'Apply the bindings of another station',
  arguments: '<file>',
  completes: ['file'],
  about: `Shows what would be bound, and binds nothing unless --apply is given. Tags and files are found by serial and
name. Missing tags can only be added with the reader: they are skipped, or with --wait, requested one by one.
Exits with 1 if something is missing.`,
  service: 'station',
  options: {
    apply: { help: 'Bind the files' },
    wait: {
      placeholder: '<seconds>',
      help: 'With --apply: how long to wait for each missing tag on the reader, to add it',
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
      await addMissing(context, station, plan, waitSeconds);
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

const isMissing = (state: Result['state']) => state === 'tag missing' || state === 'file missing';

/** Adds missing tags as they are put on the reader. Ends when all are added, or when no tag comes for `waitSeconds`. */
async function addMissing(
  { out, signal }: Pick<CommandContext, 'out' | 'signal'>,
  station: StationClient,
  plan: readonly PlannedBinding[],
  waitSeconds: number,
): Promise<void> {
  const missing = new Map(
    plan.filter(({ state }) => state === 'tag missing').map(({ serial, filename }) => [serial, filename]),
  );
  while (missing.size > 0) {
    const request = `Put the ${missing.size === 1 ? 'tag' : 'tags'} for ${[...missing.values()].map((name) => `“${plain(name)}”`).join(', ')} on the reader`;
    const tags = await waitForTags(station, out, request, waitSeconds, signal);
    if (tags.length === 0) return;
    for (const { serial } of tags) missing.delete(serial);
  }
}

function report(
  out: CommandContext['out'],
  bindings: readonly Binding[],
  results: readonly Result[],
  isApplied: boolean,
): void {
  out.result({ applied: isApplied, bindings: results }, () => {
    if (bindings.length === 0) return out.note('The file has no bindings.');
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
      `${counted(missing, 'binding is', 'bindings are')} incomplete. Upload missing files, and add missing tags with “stationery tags add” or --wait.`,
    );
  }
  if (!isApplied && open > 0)
    out.note(`Nothing was changed. With --apply ${counted(open, 'tag')} would be bound.`);
}

interface PlannedBinding {
  serial: string;
  filename: string;
  state: 'to bind' | 'already bound' | 'tag missing' | 'file missing';
  instead?: string;
  tag?: Tag;
}

function planImport(
  bindings: readonly Binding[],
  tags: readonly Tag[],
  files: readonly CardFile[],
): PlannedBinding[] {
  return bindings.map((binding) => {
    const serial = serialOf(binding.serial);
    const filename = normalizedName(binding.filename);
    const tag = tags.find((each) => each.serial === serial);
    const planned = { serial, filename, ...(tag === undefined ? {} : { tag }) };
    if (!files.some((file) => file.filename === filename)) return { ...planned, state: 'file missing' };
    if (tag === undefined) return { ...planned, state: 'tag missing' };
    if (tag.filename === filename) return { ...planned, state: 'already bound' };
    return { ...planned, state: 'to bind', ...(tag.filename === null ? {} : { instead: tag.filename }) };
  });
}
