/** An element or a text node. The name of a text node is `#text`. */
export class XmlNode {
  /** Case-sensitive, for example `clipPath`. */
  readonly name: string;
  readonly parent: XmlNode | undefined;
  /** Whether the element is of a language other than SVG. Its name then includes the prefix. */
  readonly foreign: boolean;
  readonly text: string;
  /** Range of the element's attributes in the document's table. */
  attributesFrom = 0;
  attributesTo = 0;
  first: XmlNode | undefined = undefined;
  last: XmlNode | undefined = undefined;
  next: XmlNode | undefined = undefined;
  previous: XmlNode | undefined = undefined;

  constructor(name: string, parent: XmlNode | undefined, foreign: boolean, text: string) {
    this.name = name;
    this.parent = parent;
    this.foreign = foreign;
    this.text = text;
    if (parent === undefined) return;
    this.previous = parent.last;
    if (parent.last === undefined) parent.first = this;
    else parent.last.next = this;
    parent.last = this;
  }
}

/** A part of a string, so that megabytes of path data are never copied. */
export interface Span {
  readonly source: string;
  readonly from: number;
  readonly to: number;
}

/**
 * A parsed document. Its table of attributes has their names and the positions of their values in the source.
 */
export class XmlDocument {
  readonly source: string;
  root: XmlNode | undefined = undefined;
  hasExternalStyle = false;
  readonly attributeNames: string[] = [];
  private spans = new Int32Array(256);
  private readonly decoded: string[] = [];

  constructor(source: string) {
    this.source = source;
  }

  addAttribute(name: string, from: number, to: number): void {
    const index = this.attributeNames.push(name) * 2 - 2;
    if (index + 2 > this.spans.length) {
      const larger = new Int32Array(this.spans.length * 2);
      larger.set(this.spans);
      this.spans = larger;
    }
    this.spans[index] = from;
    this.spans[index + 1] = to;
  }

  /** Adds an attribute whose value differs from the source because of references. */
  addDecodedAttribute(name: string, value: string): void {
    this.addAttribute(name, -this.decoded.push(value), 0);
  }

  valueAt(index: number): string {
    const from = this.spans[index * 2] as number;
    return from < 0
      ? (this.decoded[-from - 1] as string)
      : this.source.slice(from, this.spans[index * 2 + 1] as number);
  }

  spanAt(index: number): Span {
    const from = this.spans[index * 2] as number;
    if (from >= 0) return { source: this.source, from, to: this.spans[index * 2 + 1] as number };
    const source = this.decoded[-from - 1] as string;
    return { source, from: 0, to: source.length };
  }

  attributeLength(node: XmlNode): number {
    let length = 0;
    for (let index = node.attributesFrom; index < node.attributesTo; index++) {
      const from = this.spans[index * 2] as number;
      length +=
        from < 0 ? (this.decoded[-from - 1] as string).length : (this.spans[index * 2 + 1] as number) - from;
    }
    return length;
  }

  /** Returns the index of an attribute in the table, or -1. */
  indexOf(node: XmlNode, name: string): number {
    for (let index = node.attributesFrom; index < node.attributesTo; index++)
      if (this.attributeNames[index] === name) return index;
    return -1;
  }

  attribute(node: XmlNode, name: string): string | undefined {
    const index = this.indexOf(node, name);
    return index < 0 ? undefined : this.valueAt(index);
  }
}

export function textContent(node: XmlNode): string {
  let text = '';
  for (let child = node.first; child !== undefined; child = child.next)
    if (child.name === '#text') text += child.text;
  return text;
}

/** Yields the node and all elements below it, in document order. */
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
