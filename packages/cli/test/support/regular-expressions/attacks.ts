import { Random } from '@stationery/core/testing';
import { type Node, parseRegex } from './regex-syntax.ts';

/** A growing text: `first`, then `pump` repeatedly, then `last`. */
export interface Attack {
  first: string;
  pump: string;
  last: string;
}

/** Only repetitions allowed at least this often are attacked; fewer make matching only a few times slower. */
const manyRepetitions = 8;
const samplesOfEach = 16;

const probes = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...[
    '\u0085',
    '\u00a0',
    '\u00b0',
    '\u00b9',
    '\u00d7',
    '\u00e9',
    '\u0301',
    '\u2026',
    '\u2028',
    '\ufeff',
    '\ufffd',
  ],
  ...['\ud800', '\udc00', '\u{1f600}'],
];

/**
 * Returns attacks on every repetition: its prefix, its body, or
 * both are repeated, followed by an end that does not match.
 */
export function attacksOn(regex: RegExp): Attack[] {
  const random = new Random(1);
  const root = parseRegex(regex.source);
  const alphabet = representatives(root, regex.flags);
  const attacks = new Map<string, Attack>();
  const add = (attack: Attack) => attack.pump !== '' && attacks.set(JSON.stringify(attack), attack);
  const any = () => random.pick(alphabet.all) ?? '';
  for (const { lead, body } of repetitions(root)) {
    for (let count = 0; count < samplesOfEach; count++) {
      const first = sample(lead, alphabet, random);
      const pump = Array.from({ length: 1 + random.below(2) }, () => sample(body, alphabet, random)).join('');
      for (const last of [alphabet.stranger, any()]) {
        add({ first, pump, last });
        add({ first: any() + first, pump, last });
        add({ first: any(), pump: first + pump, last });
      }
      add({ first, pump: pump + pump, last: '' });
    }
  }
  return [...attacks.values()];
}

/** Long enough to measure quadratic matching on a fast machine, too. */
const maxTextLength = 8192;

/**
 * Returns growing numbers of repetitions. Exponential matching still ends at the first ones; quadratic
 * matching is measurable at the last.
 */
export function attackSizes({ pump }: Attack): number[] {
  const step = pump.length > 1 ? 1 : 2;
  const sizes = Array.from({ length: 32 / step }, (_, at) => step * (at + 1));
  const longer: number[] = [];
  for (let size = Math.floor(maxTextLength / pump.length); size > 32; size = Math.floor(size / 4))
    longer.unshift(size);
  return [...sizes, ...longer];
}

export const attackText = ({ first, pump, last }: Attack, size: number): string =>
  first + pump.repeat(size) + last;

interface Alphabet {
  /** One character for each distinct combination of parts that match it. */
  all: string[];
  /** The characters of `all` that match each part, by the source of the part. */
  of: Map<string, string[]>;
  /** A character that matches as little as possible. */
  stranger: string;
}

function representatives(root: Node, flags: string): Alphabet {
  const sources = [...new Set([...charactersIn(root)])];
  const tests = sources.map((source) => new RegExp(`^(?:${source})$`, flags.replace(/[gymd]/g, '')));
  const kinds = new Map<string, string>();
  for (const probe of probes) kinds.set(tests.map((test) => Number(test.test(probe))).join(''), probe);
  const all = [...kinds.values()];
  const fits = (kind: string) => kind.replaceAll('0', '').length;
  const [stranger = ''] = [...kinds.keys()].sort((one, other) => fits(one) - fits(other));
  return {
    all,
    of: new Map(sources.map((source, at) => [source, all.filter((probe) => tests[at]?.test(probe))])),
    stranger: kinds.get(stranger) ?? '',
  };
}

function* charactersIn(node: Node): Generator<string> {
  if (node.kind === 'character') yield node.source;
  for (const child of childrenOf(node)) yield* charactersIn(child);
}

function childrenOf(node: Node): Node[] {
  if (node.kind === 'sequence') return node.parts;
  if (node.kind === 'either') return node.choices;
  if (node.kind === 'character' || node.body === undefined) return [];
  return [node.body];
}

/** Yields every repetition, with everything that must match before it. */
function* repetitions(node: Node, before: Node[] = []): Generator<{ lead: Node; body: Node }> {
  if (node.kind === 'repeat' && node.most >= manyRepetitions) {
    yield { lead: { kind: 'sequence', parts: before }, body: node.body };
  }
  if (node.kind === 'sequence') {
    for (const [index, part] of node.parts.entries()) {
      yield* repetitions(part, [...before, ...node.parts.slice(0, index)]);
    }
    return;
  }
  for (const child of childrenOf(node)) yield* repetitions(child, before);
}

/** Returns a text that the node matches, as far as its lookarounds allow. */
function sample(node: Node, alphabet: Alphabet, random: Random): string {
  switch (node.kind) {
    case 'character':
      return random.pick(alphabet.of.get(node.source) ?? []) ?? '';
    case 'sequence':
      return node.parts.map((part) => sample(part, alphabet, random)).join('');
    case 'either':
      return sample(random.pick(node.choices) as Node, alphabet, random);
    case 'repeat': {
      const times = node.least + random.below(Math.min(node.most - node.least, 2) + 1);
      return Array.from({ length: times }, () => sample(node.body, alphabet, random)).join('');
    }
    case 'empty':
      return '';
  }
}
