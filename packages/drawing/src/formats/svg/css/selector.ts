type AttributeOperator = '' | '=' | '~=' | '|=' | '^=' | '$=' | '*=';

export interface AttributeTest {
  readonly name: string;
  readonly operator: AttributeOperator;
  readonly value: string;
  readonly anyCase: boolean;
}

/**
 * A supported pseudo-class. `never` stands for interaction states such as `:hover`, which a static picture does
 * not have.
 */
type Pseudo = 'root' | 'never';

/** Conditions on one element: `path.thin#a[fill]`. */
export interface Compound {
  readonly type: string | undefined;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly attributes: readonly AttributeTest[];
  readonly pseudos: readonly Pseudo[];
}

type Combinator = ' ' | '>' | '+' | '~';

/**
 * A selector from right to left: the conditions on the element itself, then each combinator with the next
 * compound.
 */
export interface Selector {
  readonly subject: Compound;
  readonly others: readonly { readonly combinator: Combinator; readonly compound: Compound }[];
  readonly specificity: number;
}

/**
 * `invalid` invalidates the whole rule. `unknown` matches nothing, and the other selectors of the rule still
 * apply.
 */
type ParsedSelector = Selector | 'unknown' | 'invalid';

const maxCompounds = 64;
const maxCharacters = 1000;
const name = String.raw`((?:[\w-]|[^\x00-\x7f]|\\[0-9a-fA-F]{1,6}\s?|\\.)+)`;
const token = new RegExp(
  String.raw`\s*([>+~])\s*|(\s+)|(\*)|\.${name}|#${name}|` +
    String.raw`\[\s*([\w:|-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\]\s"']+))\s*([iIsS]\s*)?)?\]|` +
    String.raw`(::?[\w-]+)|${name}`,
  'y',
);

/** Parses one selector without commas. */
export function parseSelector(text: string): ParsedSelector {
  const source = text.trim();
  if (source === '') return 'invalid';
  if (source.length > maxCharacters) return 'unknown';
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
      const read = source[at] === '(' ? 'unknown' : parsePseudo(pseudo.toLowerCase());
      if (read === 'unknown' || read === 'invalid') return read;
      current.pseudos.push(read);
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
}

function draft(): CompoundDraft {
  return { type: undefined, id: undefined, classes: [], attributes: [], pseudos: [], isEmpty: true };
}

const never =
  /^:(hover|active|focus|focus-visible|focus-within|target|visited|checked|disabled|playing|fullscreen)$|^::?(before|after|first-line|first-letter)$|^::(selection|marker|placeholder|backdrop|-[\w-]+)$/;

function parsePseudo(name: string): Pseudo | 'unknown' | 'invalid' {
  if (name === ':root') return 'root';
  if (never.test(name)) return 'never';
  const unsupported = /^:(empty|(first|last|only)-(child|of-type)|link|any-link|host|scope|defined|enabled)$/;
  return unsupported.test(name) ? 'unknown' : 'invalid';
}

function assemble(compounds: readonly { combinator: Combinator; compound: CompoundDraft }[]): Selector {
  let specificity = 0;
  for (const { compound } of compounds) {
    const middle = compound.classes.length + compound.attributes.length + compound.pseudos.length;
    specificity +=
      (compound.id === undefined ? 0 : 1_000_000) + middle * 1000 + (compound.type === undefined ? 0 : 1);
  }
  const others: { combinator: Combinator; compound: Compound }[] = [];
  for (let index = compounds.length - 1; index > 0; index--)
    others.push({ combinator: compounds[index]!.combinator, compound: compounds[index - 1]!.compound });
  return { subject: compounds.at(-1)!.compound, others, specificity };
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:([0-9a-fA-F]{1,6})\s?|(.))/g, (_, hex: string | undefined, other: string) => {
    const code = hex === undefined ? Number.NaN : Number.parseInt(hex, 16);
    if (hex === undefined) return other;
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}
