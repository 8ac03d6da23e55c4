import type { XmlDocument, XmlNode } from '../xml/xml-document.ts';
import type { AttributeTest, Compound, Selector } from './selector.ts';

/** Work units to compare an element with a selector. */
export const matchCost = 10;

/** Matches elements with selectors. `work` is called for every comparison and may throw. */
export class Matcher {
  private readonly document: XmlDocument;
  private readonly work: (units: number) => void;
  /** The element shown by a `use`. Like its copy in a browser, it has no parent and no siblings. */
  top: XmlNode | undefined = undefined;

  constructor(document: XmlDocument, work: (units: number) => void) {
    this.document = document;
    this.work = work;
  }

  matches(node: XmlNode, selector: Selector): boolean {
    this.work(matchCost);
    return this.isCompound(node, selector.subject) && this.matchesOthers(node, selector, 0);
  }

  private matchesOthers(node: XmlNode, selector: Selector, from: number): boolean {
    const other = selector.others[from];
    if (other === undefined) return true;
    const { combinator, compound } = other;
    const upwards = combinator === ' ' || combinator === '>';
    const once = combinator === '>' || combinator === '+';
    for (let candidate = this.next(node, upwards); candidate !== undefined; ) {
      this.work(matchCost);
      if (this.isCompound(candidate, compound) && this.matchesOthers(candidate, selector, from + 1))
        return true;
      if (once) return false;
      candidate = this.next(candidate, upwards);
    }
    return false;
  }

  private next(node: XmlNode, upwards: boolean): XmlNode | undefined {
    if (node === this.top) return undefined;
    if (upwards) return node.parent;
    let previous = node.previous;
    while (previous !== undefined && previous.name === '#text') previous = previous.previous;
    return previous;
  }

  private isCompound(node: XmlNode, compound: Compound): boolean {
    const { document } = this;
    if (compound.type !== undefined && compound.type !== node.name) return false;
    if (compound.id !== undefined && compound.id !== document.attribute(node, 'id')) return false;
    if (compound.classes.length > 0) {
      const own = classesOf(document, node);
      this.work(own.length * compound.classes.length);
      if (!compound.classes.every((name) => own.includes(name))) return false;
    }
    return (
      compound.attributes.every((test) => hasAttribute(document, node, test)) &&
      compound.pseudos.every((kind) => kind === 'root' && node.parent === undefined && node !== this.top)
    );
  }
}

export function classesOf(document: XmlDocument, node: XmlNode): string[] {
  const value = document.attribute(node, 'class');
  return value === undefined ? [] : value.split(/\s+/).filter((name) => name !== '');
}

function hasAttribute(document: XmlDocument, node: XmlNode, test: AttributeTest): boolean {
  const written = document.attribute(node, test.name);
  if (written === undefined) return false;
  const own = test.anyCase ? written.toLowerCase() : written;
  const value = test.anyCase ? test.value.toLowerCase() : test.value;
  switch (test.operator) {
    case '':
      return true;
    case '=':
      return own === value;
    case '~=':
      return own.split(/\s+/).includes(value);
    case '|=':
      return own === value || own.startsWith(`${value}-`);
    case '^=':
      return value !== '' && own.startsWith(value);
    case '$=':
      return value !== '' && own.endsWith(value);
    case '*=':
      return value !== '' && own.includes(value);
  }
}
