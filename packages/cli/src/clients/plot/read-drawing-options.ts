import {
  type FilePlanOptions,
  optionNameOf,
  PlanOptionError,
  type PlanOptionName,
  parsePlanOptions,
} from '@stationery/drawing';
import type { OptionValues } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import { type drawingOptions, wordFlags } from './drawing-options.ts';

type Options = OptionValues<typeof drawingOptions>;

const maxThinkMs = 3_600_000;
const defaultThinkMs = 2000;

export function readDrawingOptions(options: Options): { options: FilePlanOptions; thinkMs: number } {
  const words: Partial<Record<PlanOptionName, string | undefined>> = {
    orientation: chosen(options, { landscape: 'landscape', portrait: 'portrait' }),
    fit: chosen(options, { fit: 'drawing', 'fit-page': 'page', 'keep-size': 'none' }),
    ...(options['skip-fills'] ? { fill: 'skip' } : {}),
    ...(options['keep-order'] ? { order: 'no' } : {}),
  };
  for (const [flag, word] of Object.entries(wordFlags)) words[word] = options[flag as keyof typeof wordFlags];
  words.operations = operationsOf(options);
  return {
    options: withFlagNames(() => parsePlanOptions(words)),
    thinkMs: readThink(options.think, options.rounds !== undefined || options.from !== undefined),
  };
}

/** Returns the operations as text. `--place` and `--copies` are short for some of them. */
function operationsOf({ place, copies, operations }: Options): string | undefined {
  const all = [
    ...(place === undefined ? [] : [`arrange objects="${place.replaceAll('"', '')}"`]),
    ...(operations === undefined ? [] : [operations]),
    ...(copies === undefined ? [] : [`copies ${gridOf(copies)}`]),
  ];
  return all.length === 0 ? undefined : all.join('; ');
}

function gridOf(text: string): string {
  if (text === 'fill') return 'fill=yes';
  const [, columns, rows] = /^(\d{1,4})[x×](\d{1,4})$/.exec(text) ?? [];
  if (columns === undefined)
    throw new UsageError(`--copies must be columns and rows such as 3x4, or fill, not “${text}”`);
  return `columns=${columns} rows=${rows}`;
}

export function readMarks(marks: string | undefined): FilePlanOptions['marks'] {
  return withFlagNames(() => parsePlanOptions({ marks })).marks;
}

function withFlagNames<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw namedAsTyped(error);
  }
}

export function namedAsTyped(error: unknown): unknown {
  if (!(error instanceof PlanOptionError)) return error;
  const word = optionNameOf(error.option);
  const flag = Object.entries(wordFlags).find(([, each]) => each === word)?.[0];
  return new UsageError(flag === undefined ? error.message : `--${flag}: ${error.message}`);
}

function chosen<F extends keyof Options>(options: Options, values: Record<F, string>): string | undefined {
  const flags = (Object.keys(values) as F[]).filter((flag) => options[flag] === true);
  if (flags.length > 1) throw new UsageError(`--${flags[0]} and --${flags[1]} can’t be used together`);
  return flags[0] === undefined ? undefined : values[flags[0]];
}

function readThink(text: string | undefined, isReproducible: boolean): number {
  if (text === undefined) return isReproducible ? 0 : defaultThinkMs;
  const [, amount = '', unit = 's'] = /^(\d+(?:\.\d+)?)\s*(ms|s|min)?$/.exec(text.trim()) ?? [];
  const ms = amount === '' ? Number.NaN : Number(amount) * { ms: 1, s: 1000, min: 60_000 }[unit as 's'];
  if (!(ms <= maxThinkMs)) throw new UsageError(`--think must be a time, for example 5s, not “${text}”`);
  return ms;
}
