import type { XmlNode } from './xml-document.ts';

/** The node first, in document order. */
export function* elementsBelow(root: XmlNode | undefined): Generator<XmlNode> {
  let node = root;
  while (node !== undefined) {
    if (node.name !== '#text') yield node;
    if (node.first !== undefined) {
      node = node.first;
      continue;
    }
    while (node !== undefined && node !== root && node.next === undefined) node = node.parent;
    if (node === root) return;
    node = node?.next;
  }
}
