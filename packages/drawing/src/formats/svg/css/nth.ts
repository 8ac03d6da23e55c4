import type { XmlNode } from '../xml/xml-document.ts';

/** A place among siblings: every `step`-th from `offset` on, counted from either end, among all or those of one type. */
export interface Place {
  readonly step: number;
  readonly offset: number;
  readonly fromEnd: boolean;
  readonly ofType: boolean;
}

const named: Readonly<Record<string, readonly Omit<Place, 'ofType'>[]>> = {
  first: [{ step: 0, offset: 1, fromEnd: false }],
  last: [{ step: 0, offset: 1, fromEnd: true }],
  only: [
    { step: 0, offset: 1, fromEnd: false },
    { step: 0, offset: 1, fromEnd: true },
  ],
};

/** `:first-child`, `:nth-last-of-type(2n+1)` and their like; `undefined` for any other. */
export function parseNth(name: string, inner: string | undefined): readonly Place[] | undefined {
  const found = /^:(first|last|only|nth|nth-last)-(child|of-type)$/.exec(name);
  if (found === null) return undefined;
  const ofType = found[2] === 'of-type';
  const [, kind] = found as unknown as [string, string];
  if (inner === undefined) return named[kind]?.map((place) => ({ ...place, ofType }));
  if (!kind.startsWith('nth')) return undefined;
  const formula = inner.trim().toLowerCase();
  const words: Readonly<Record<string, [number, number]>> = { odd: [2, 1], even: [2, 0] };
  const parts = /^([+-]?\d{0,9})n\s*(?:([+-])\s*(\d{1,9}))?$/.exec(formula);
  const plain = /^[+-]?\d{1,9}$/.test(formula) ? ([0, Number(formula)] as const) : undefined;
  const numbers = (Object.hasOwn(words, formula) ? words[formula] : undefined) ?? plain ?? fromParts(parts);
  if (numbers === undefined) return undefined;
  return [{ step: numbers[0], offset: numbers[1], fromEnd: kind === 'nth-last', ofType }];
}

function fromParts(parts: RegExpExecArray | null): readonly [number, number] | undefined {
  if (parts === null) return undefined;
  const step = /\d/.test(parts[1] as string) ? Number(parts[1]) : Number(`${parts[1]}1`);
  return [step, parts[3] === undefined ? 0 : Number(`${parts[2]}${parts[3]}`)];
}

/** Which child of its parent an element is. Remembered, so that asking for each of many siblings takes no longer. */
export class SiblingPlaces {
  private readonly places = new Map<XmlNode, number>();
  private readonly placesOfType = new Map<XmlNode, number>();
  private readonly known = new Map<
    XmlNode,
    { readonly all: number; readonly types: ReadonlyMap<string, number> }
  >();

  /** `isTop` is one that stands alone, as what a `use` shows. */
  isAt(node: XmlNode, { step, offset, fromEnd, ofType }: Place, isTop: boolean): boolean {
    const at = isTop ? 1 : this.placeOf(node, fromEnd, ofType);
    return step === 0 ? at === offset : (at - offset) % step === 0 && (at - offset) / step >= 0;
  }

  private placeOf(node: XmlNode, fromEnd: boolean, ofType: boolean): number {
    const { parent } = node;
    if (parent === undefined) return 1;
    const counts = this.known.get(parent) ?? this.count(parent);
    const place = (ofType ? this.placesOfType : this.places).get(node) as number;
    if (!fromEnd) return place;
    return (ofType ? (counts.types.get(node.name) as number) : counts.all) - place + 1;
  }

  private count(parent: XmlNode): { readonly all: number; readonly types: ReadonlyMap<string, number> } {
    const types = new Map<string, number>();
    let all = 0;
    for (let child = parent.first; child !== undefined; child = child.next) {
      if (child.name === '#text') continue;
      const ofType = (types.get(child.name) ?? 0) + 1;
      types.set(child.name, ofType);
      this.places.set(child, ++all);
      this.placesOfType.set(child, ofType);
    }
    const counts = { all, types };
    this.known.set(parent, counts);
    return counts;
  }
}
