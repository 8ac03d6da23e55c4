export type AttributeOperator = '' | '=' | '~=' | '|=' | '^=' | '$=' | '*=';

export interface AttributeTest {
  readonly name: string;
  readonly operator: AttributeOperator;
  readonly value: string;
}

/** What one element must be: `path.thin#a[fill]`. */
export interface Compound {
  readonly type: string | undefined;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly attributes: readonly AttributeTest[];
  readonly isRoot: boolean;
}

export type Combinator = ' ' | '>' | '+' | '~';

/** From right to left: the element itself, then how it stands to another, and what that must be. */
export interface Selector {
  readonly subject: Compound;
  readonly others: readonly { readonly combinator: Combinator; readonly compound: Compound }[];
  readonly specificity: number;
}

const maxCompounds = 64;
const token =
  /\s*([>+~])\s*|(\s+)|(\*)|\.((?:[\w-]|[^\x00-\x7f]|\\.)+)|#((?:[\w-]|[^\x00-\x7f]|\\.)+)|\[\s*([\w:|-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\]\s"']+))\s*)?\]|(:root)(?![\w-])|((?:[\w-]|[^\x00-\x7f]|\\.)+)/y;

/** One selector without commas, or `undefined` for a kind that is not known here. */
export function parseSelector(text: string): Selector | undefined {
  const source = text.trim();
  if (source === '' || source.length > 1000) return undefined;
  const compounds: { combinator: Combinator; compound: CompoundDraft }[] = [
    { combinator: ' ', compound: draft() },
  ];
  token.lastIndex = 0;
  for (let at = 0; at < source.length; at = token.lastIndex) {
    const found = token.exec(source);
    if (found === null) return undefined;
    const current = compounds.at(-1)!.compound;
    const [, mark, space, star, className, id, attribute, operator, double, single, bare, root, type] = found;
    if (mark !== undefined || space !== undefined) {
      if (current.isEmpty || compounds.length >= maxCompounds) return undefined;
      compounds.push({ combinator: (mark ?? ' ') as Combinator, compound: draft() });
      continue;
    }
    if ((star ?? type) !== undefined && !current.isEmpty) return undefined;
    current.isEmpty = false;
    if (star !== undefined) continue;
    if (className !== undefined) current.classes.push(unescaped(className));
    else if (id !== undefined) current.id = unescaped(id);
    else if (root !== undefined) current.isRoot = true;
    else if (attribute !== undefined)
      current.attributes.push({
        name: attribute.replace('|', ':'),
        operator: (operator ?? '') as AttributeOperator,
        value: double ?? single ?? bare ?? '',
      });
    else current.type = unescaped(type as string);
  }
  if (compounds.at(-1)!.compound.isEmpty) return undefined;
  return assemble(compounds);
}

interface CompoundDraft {
  type: string | undefined;
  id: string | undefined;
  readonly classes: string[];
  readonly attributes: AttributeTest[];
  isRoot: boolean;
  isEmpty: boolean;
}

function draft(): CompoundDraft {
  return { type: undefined, id: undefined, classes: [], attributes: [], isRoot: false, isEmpty: true };
}

function assemble(compounds: readonly { combinator: Combinator; compound: CompoundDraft }[]): Selector {
  let specificity = 0;
  for (const { compound } of compounds) {
    const middle = compound.classes.length + compound.attributes.length + (compound.isRoot ? 1 : 0);
    specificity +=
      (compound.id === undefined ? 0 : 1_000_000) + middle * 1000 + (compound.type === undefined ? 0 : 1);
  }
  const others: { combinator: Combinator; compound: Compound }[] = [];
  for (let index = compounds.length - 1; index > 0; index--)
    others.push({ combinator: compounds[index]!.combinator, compound: compounds[index - 1]!.compound });
  return { subject: compounds.at(-1)!.compound, others, specificity };
}

function unescaped(name: string): string {
  return name.replace(/\\(.)/g, '$1');
}
