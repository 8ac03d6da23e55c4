import type { XmlDocument, XmlNode } from '../xml/xml-document.ts';
import type { AttributeTest, Compound, Selector } from './selector.ts';

/** Comparing an element with a selector takes about as long as comparing a line with this many edges. */
export const matchCost = 10;

/** Whether a selector means this element. `work` is told of every comparison, and may refuse. */
export function matches(
  document: XmlDocument,
  node: XmlNode,
  selector: Selector,
  work: (units: number) => void,
): boolean {
  return isCompound(document, node, selector.subject) && matchesOthers(document, node, selector, 0, work);
}

function matchesOthers(
  document: XmlDocument,
  node: XmlNode,
  selector: Selector,
  from: number,
  work: (units: number) => void,
): boolean {
  const other = selector.others[from];
  if (other === undefined) return true;
  const { combinator, compound } = other;
  const upwards = combinator === ' ' || combinator === '>';
  const once = combinator === '>' || combinator === '+';
  let candidate = upwards ? node.parent : previousElement(node);
  while (candidate !== undefined) {
    work(matchCost);
    if (
      isCompound(document, candidate, compound) &&
      matchesOthers(document, candidate, selector, from + 1, work)
    )
      return true;
    if (once) return false;
    candidate = upwards ? candidate.parent : previousElement(candidate);
  }
  return false;
}

function previousElement(node: XmlNode): XmlNode | undefined {
  let previous = node.previous;
  while (previous !== undefined && previous.name === '#text') previous = previous.previous;
  return previous;
}

function isCompound(document: XmlDocument, node: XmlNode, compound: Compound): boolean {
  if (compound.type !== undefined && compound.type !== node.name) return false;
  if (compound.id !== undefined && compound.id !== document.attribute(node, 'id')) return false;
  if (compound.isRoot && node.parent !== undefined) return false;
  if (compound.classes.length > 0) {
    const own = classesOf(document, node);
    if (!compound.classes.every((name) => own.includes(name))) return false;
  }
  return compound.attributes.every((test) => hasAttribute(document, node, test));
}

export function classesOf(document: XmlDocument, node: XmlNode): string[] {
  const value = document.attribute(node, 'class');
  return value === undefined ? [] : value.split(/\s+/).filter((name) => name !== '');
}

function hasAttribute(
  document: XmlDocument,
  node: XmlNode,
  { name, operator, value }: AttributeTest,
): boolean {
  const own = document.attribute(node, name);
  if (own === undefined) return false;
  switch (operator) {
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
