import { type Place, parseNth } from './nth.ts';
import { splitOutside } from './split.ts';

type AttributeOperator = '' | '=' | '~=' | '|=' | '^=' | '$=' | '*=';

export interface AttributeTest {
  readonly name: string;
  readonly operator: AttributeOperator;
  readonly value: string;
  readonly anyCase: boolean;
}

/** The test of a pseudo-class. `never`: states of interaction such as `:hover`, which a still picture does not have. */
export type Pseudo =
  | { readonly kind: 'root' | 'empty' | 'never' }
  | { readonly kind: 'is' | 'not'; readonly selectors: readonly Selector[] }
  | { readonly kind: 'place'; readonly place: Place };

/** Conditions on one element: `path.thin#a[fill]:first-child`. */
export interface Compound {
  readonly type: string | undefined;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly attributes: readonly AttributeTest[];
  readonly pseudos: readonly Pseudo[];
}

type Combinator = ' ' | '>' | '+' | '~';

/** From right to left: the element itself, then how it stands to another, and what that must be. */
export interface Selector {
  readonly subject: Compound;
  readonly others: readonly { readonly combinator: Combinator; readonly compound: Compound }[];
  readonly specificity: number;
}

/** An invalid selector makes the whole rule invalid; an unsupported one does not affect the others of the rule. */
type ParsedSelector = Selector | 'unknown' | 'invalid';

const maxCompounds = 64;
const maxCharacters = 1000;
const maxNesting = 4;
const name = String.raw`((?:[\w-]|[^\x00-\x7f]|\\[0-9a-fA-F]{1,6}\s?|\\.)+)`;
const token = new RegExp(
  String.raw`\s*([>+~])\s*|(\s+)|(\*)|\.${name}|#${name}|` +
    String.raw`\[\s*([\w:|-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\]\s"']+))\s*([iIsS]\s*)?)?\]|` +
    String.raw`(::?[\w-]+)|${name}`,
  'y',
);

/** One selector without commas. */
export function parseSelector(text: string, nesting = 0): ParsedSelector {
  const source = text.trim();
  if (source === '') return 'invalid';
  if (source.length > maxCharacters || nesting > maxNesting) return 'unknown';
  const compounds: { combinator: Combinator; compound: CompoundDraft }[] = [
    { combinator: ' ', compound: draft() },
  ];
  for (let at = 0; at < source.length; ) {
    token.lastIndex = at;
    const found = token.exec(source);
    if (found === null) return 'invalid';
    at = token.lastIndex;
    const current = compounds.at(-1)!.compound;
    const [
      ,
      mark,
      space,
      star,
      className,
      id,
      attribute,
      operator,
      double,
      single,
      bare,
      flag,
      pseudo,
      type,
    ] = found;
    if (mark !== undefined || space !== undefined) {
      if (current.isEmpty) return 'invalid';
      if (compounds.length >= maxCompounds) return 'unknown';
      compounds.push({ combinator: (mark ?? ' ') as Combinator, compound: draft() });
      continue;
    }
    if ((star ?? type) !== undefined && !current.isEmpty) return 'invalid';
    current.isEmpty = false;
    if (pseudo !== undefined) {
      const end = source[at] === '(' ? closing(source, at) : undefined;
      const inner = end === undefined ? undefined : source.slice(at + 1, end);
      if (end !== undefined) at = end + 1;
      const read = parsePseudo(pseudo.toLowerCase(), inner, nesting);
      if (typeof read === 'string') return read;
      current.pseudos.push(...read.pseudos);
      current.specificity += read.specificity;
    } else if (className !== undefined) current.classes.push(unescaped(className));
    else if (id !== undefined) current.id = unescaped(id);
    else if (attribute !== undefined)
      current.attributes.push({
        name: attribute.replace('|', ':'),
        operator: (operator ?? '') as AttributeOperator,
        value: double ?? single ?? bare ?? '',
        anyCase: flag?.trim().toLowerCase() === 'i',
      });
    else if (type !== undefined) current.type = unescaped(type);
  }
  if (compounds.at(-1)!.compound.isEmpty) return 'invalid';
  return assemble(compounds);
}

interface CompoundDraft {
  type: string | undefined;
  id: string | undefined;
  readonly classes: string[];
  readonly attributes: AttributeTest[];
  readonly pseudos: Pseudo[];
  isEmpty: boolean;
  specificity: number;
}

function draft(): CompoundDraft {
  return {
    type: undefined,
    id: undefined,
    classes: [],
    attributes: [],
    pseudos: [],
    isEmpty: true,
    specificity: 0,
  };
}

const never =
  /^:(hover|active|focus|focus-visible|focus-within|target|visited|checked|disabled|playing|fullscreen)$|^::?(before|after|first-line|first-letter)$|^::(selection|marker|placeholder|backdrop|-[\w-]+)$/;

type ReadPseudo = { readonly pseudos: readonly Pseudo[]; readonly specificity: number };

function parsePseudo(
  name: string,
  inner: string | undefined,
  nesting: number,
): ReadPseudo | 'unknown' | 'invalid' {
  const one = (pseudo: Pseudo, specificity = 1000) => ({ pseudos: [pseudo], specificity });
  if (inner === undefined) {
    if (name === ':root' || name === ':empty') return one({ kind: name.slice(1) as 'root' | 'empty' });
    if (never.test(name)) return one({ kind: 'never' });
  }
  const places = parseNth(name, inner);
  if (places !== undefined)
    return { pseudos: places.map((place) => ({ kind: 'place', place })), specificity: 1000 };
  if (inner !== undefined && /^:(not|is|where|matches|-webkit-any|any)$/.test(name)) {
    const selectors: Selector[] = [];
    for (const part of splitOutside(inner, ',')) {
      const selector = parseSelector(part, nesting + 1);
      if (typeof selector === 'string') return selector;
      selectors.push(selector);
    }
    const highest = Math.max(...selectors.map(({ specificity }) => specificity));
    return one({ kind: name === ':not' ? 'not' : 'is', selectors }, name === ':where' ? 0 : highest);
  }
  return /^:(has|lang|dir|link|any-link|host|scope|nth-\w+|state|defined|enabled)/.test(name)
    ? 'unknown'
    : 'invalid';
}

function assemble(compounds: readonly { combinator: Combinator; compound: CompoundDraft }[]): Selector {
  let specificity = 0;
  for (const { compound } of compounds) {
    const middle = compound.classes.length + compound.attributes.length;
    specificity +=
      (compound.id === undefined ? 0 : 1_000_000) +
      middle * 1000 +
      (compound.type === undefined ? 0 : 1) +
      compound.specificity;
  }
  const others: { combinator: Combinator; compound: Compound }[] = [];
  for (let index = compounds.length - 1; index > 0; index--)
    others.push({ combinator: compounds[index]!.combinator, compound: compounds[index - 1]!.compound });
  return { subject: compounds.at(-1)!.compound, others, specificity };
}

/** Where the parenthesis that opens at `at` closes. */
function closing(source: string, at: number): number {
  let depth = 0;
  for (let end = at; end < source.length; end++) {
    if (source[end] === '(') depth++;
    else if (source[end] === ')' && --depth === 0) return end;
  }
  return source.length;
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:([0-9a-fA-F]{1,6})\s?|(.))/g, (_, hex: string | undefined, other: string) => {
    const code = hex === undefined ? Number.NaN : Number.parseInt(hex, 16);
    if (hex === undefined) return other;
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}
