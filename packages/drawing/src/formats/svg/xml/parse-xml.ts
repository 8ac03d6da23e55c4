import { DrawingError } from '../../../drawing-error.ts';
import { Entities, malformed, readDoctype, withMarkupEntities } from './entities.ts';
import { XmlDocument, XmlNode } from './xml-document.ts';

const maxDepth = 1000;
const maxAttributesOfElement = 1000;
/**
 * Maximum number of nodes per allowed element. Text nodes count, too; a file with more of them is not a
 * drawing.
 */
const maxNodesPerElement = 2;

/**
 * Parses XML. Requires well-formed XML; supports document types as far as drawing programs use them. Loads no
 * other files. Is not recursive, so that deep nesting uses no call stack.
 */
export function parseXml(
  source: string,
  maxElements: number,
  onPosition?: (at: number) => void,
): XmlDocument {
  return new Parser(withMarkupEntities(source), maxElements).run(onPosition);
}

const tagsPerReport = 256;

class Parser {
  private readonly source: string;
  private readonly document: XmlDocument;
  private readonly entities = new Entities();
  private readonly names = new NameTable();
  private readonly namespaces = new Namespaces();
  private readonly maxElements: number;
  private elementCount = 0;
  private nodeCount = 0;
  private readonly open: { readonly name: string; readonly node: XmlNode }[] = [];
  private at = 0;

  constructor(source: string, maxElements: number) {
    this.source = source;
    this.maxElements = maxElements;
    this.document = new XmlDocument(source);
  }

  run(onPosition?: (at: number) => void): XmlDocument {
    const { source } = this;
    if (source.charCodeAt(0) === 0xfeff) this.at = 1;
    for (let tags = 0; ; tags++) {
      if (tags % tagsPerReport === 0) onPosition?.(this.at);
      const tag = source.indexOf('<', this.at);
      this.text(this.at, tag < 0 ? source.length : tag);
      if (tag < 0) break;
      this.at = tag + 1;
      const code = source.charCodeAt(this.at);
      if (code === 0x2f) this.endTag();
      else if (code === 0x21) this.declaration();
      else if (code === 0x3f) this.instruction();
      else this.startTag();
    }
    if (this.open.length > 0) throw this.malformed(`no end tag for “<${this.open.at(-1)?.name}>”`);
    if (this.document.root === undefined) throw this.malformed('no element in it');
    return this.document;
  }

  private text(from: number, to: number): void {
    if (from === to) return;
    const { source } = this;
    let at = from;
    while (at < to && isSpace(source.charCodeAt(at))) at++;
    const parent = this.open.at(-1)?.node;
    const blank = at === to;
    if (parent === undefined) {
      if (!blank) throw this.malformed('text outside of the root element');
      return;
    }
    if (blank && !keepsBlanks(parent)) return;
    const text = source.slice(from, to);
    const meant = text.includes('&') ? this.entities.decode(text) : text;
    this.addText(parent, meant);
  }

  private addText(parent: XmlNode, text: string): void {
    this.countNode();
    new XmlNode('#text', parent, false, text);
  }

  /** Counts a node and throws if there are too many, because each takes a hundred bytes of memory. */
  private countNode(): void {
    this.nodeCount++;
    const { elementCount, nodeCount, maxElements } = this;
    // The outermost element is not drawn.
    if (elementCount > maxElements + 1 || nodeCount > (maxElements + 1) * maxNodesPerElement)
      throw new DrawingError(
        'drawing.too-large',
        `This drawing is too large: it has more than ${maxElements.toLocaleString('en-GB')} elements. Simplify it or split it.`,
      );
  }

  private declaration(): void {
    const { source } = this;
    if (source.startsWith('!--', this.at)) {
      this.at = this.after('-->', this.at + 3, 'a comment');
    } else if (source.startsWith('![CDATA[', this.at)) {
      const from = this.at + 8;
      this.at = this.after(']]>', from, 'a CDATA section');
      const parent = this.open.at(-1)?.node;
      if (parent === undefined) throw this.malformed('text outside of the root element');
      this.addText(parent, source.slice(from, this.at - 3));
    } else if (source.startsWith('!DOCTYPE', this.at) && this.document.root === undefined) {
      this.at = readDoctype(source, this.at + 8, this.entities);
    } else {
      throw this.malformed('a “<!” that begins nothing');
    }
  }

  private instruction(): void {
    if (this.source.startsWith('?xml-stylesheet', this.at)) this.document.hasExternalStyle = true;
    this.at = this.after('?>', this.at, 'a processing instruction');
  }

  private after(mark: string, from: number, what: string): number {
    const at = this.source.indexOf(mark, from);
    if (at < 0) throw this.malformed(`${what} that does not end`);
    return at + mark.length;
  }

  private endTag(): void {
    const { source } = this;
    const open = this.open.pop();
    if (open === undefined) throw this.malformed('an end tag without a start tag');
    const from = this.at + 1;
    this.at = from + open.name.length;
    if (!source.startsWith(open.name, from)) throw this.malformed(`no end tag for “<${open.name}>”`);
    this.skipSpace();
    if (source.charCodeAt(this.at) !== 0x3e) throw this.malformed(`no end tag for “<${open.name}>”`);
    this.at++;
    this.namespaces.leave(this.open.length);
  }

  private startTag(): void {
    const { source, document } = this;
    const name = this.name();
    if (this.open.length >= maxDepth)
      throw new DrawingError(
        'drawing.too-large',
        `Elements are nested more than ${maxDepth} deep. Ungroup them in a drawing program.`,
      );
    const from = document.attributeNames.length;
    for (;;) {
      const spaceFrom = this.at;
      this.skipSpace();
      const code = source.charCodeAt(this.at);
      if (code === 0x3e || code === 0x2f) break;
      if (spaceFrom === this.at) throw this.malformed(`invalid syntax inside “<${name}>”`);
      this.attribute(name);
      const count = document.attributeNames.length - from;
      if (count > maxAttributesOfElement)
        throw new DrawingError(
          'drawing.too-large',
          `“<${name}>” has more than ${maxAttributesOfElement} attributes. Save the drawing as a plain SVG.`,
        );
    }
    this.qualifyAttributes(from, name);
    const node = this.addNode(name);
    node.attributesFrom = from;
    node.attributesTo = document.attributeNames.length;
    if (source.charCodeAt(this.at) === 0x3e) {
      this.at++;
      this.open.push({ name, node });
      return;
    }
    if (source.charCodeAt(this.at + 1) !== 0x3e) throw this.malformed(`invalid syntax inside “<${name}>”`);
    this.at += 2;
    this.namespaces.leave(this.open.length);
  }

  private addNode(name: string): XmlNode {
    const parent = this.open.at(-1)?.node;
    if (parent === undefined && this.document.root !== undefined)
      throw this.malformed('a second root element');
    // Some programs forget to declare the SVG namespace.
    if (parent === undefined && name === 'svg' && this.namespaces.uri('') === undefined)
      this.namespaces.declare('', svgNamespace, 0);
    const svgName = this.namespaces.svgName(name);
    this.elementCount++;
    this.countNode();
    const node = new XmlNode(svgName ?? name, parent, svgName === undefined, '');
    this.document.root ??= node;
    return node;
  }

  private attribute(element: string): void {
    const { source, document } = this;
    const name = this.name();
    this.skipSpace();
    if (source.charCodeAt(this.at) !== 0x3d)
      throw this.malformed(`“${name}” without a value in “<${element}>”`);
    this.at++;
    this.skipSpace();
    const quote = source.charCodeAt(this.at);
    if (quote !== 0x22 && quote !== 0x27) throw this.malformed(`a value without quotes in “<${element}>”`);
    const from = this.at + 1;
    const to = source.indexOf(quote === 0x22 ? '"' : "'", from);
    if (to < 0) throw this.malformed(`a value that does not end in “<${element}>”`);
    this.at = to + 1;
    if (holdsReference(source, from, to))
      document.addDecodedAttribute(name, this.entities.decode(source.slice(from, to)));
    else document.addAttribute(name, from, to);
  }

  /** Renames prefixed attributes of known namespaces to their usual names. */
  private qualifyAttributes(from: number, element: string): void {
    const { attributeNames } = this.document;
    const to = attributeNames.length;
    for (let index = from; index < to; index++) {
      const name = attributeNames[index] as string;
      if (!name.startsWith('xmlns') || (name.length > 5 && name[5] !== ':')) continue;
      this.namespaces.declare(name.slice(6), this.document.valueAt(index), this.open.length);
    }
    for (let index = from; index < to; index++) {
      const name = attributeNames[index] as string;
      if (name.includes(':')) attributeNames[index] = this.namespaces.attributeName(name);
    }
    if (hasTwice(attributeNames, from, to)) throw this.malformed(`an attribute twice in “<${element}>”`);
  }

  private name(): string {
    const { source } = this;
    const from = this.at;
    while (isNamePart(source.charCodeAt(this.at))) this.at++;
    const first = source.charCodeAt(from);
    if (from === this.at || (first >= 0x2d && first <= 0x39))
      throw this.malformed('a “<” that begins nothing');
    return this.names.find(source, from, this.at);
  }

  private skipSpace(): void {
    const { source } = this;
    while (isSpace(source.charCodeAt(this.at))) this.at++;
  }

  private malformed(what: string): DrawingError {
    const before = this.source.slice(0, this.at);
    let line = 1;
    for (let at = before.indexOf('\n'); at >= 0; at = before.indexOf('\n', at + 1)) line++;
    return malformed(`${what} (line ${line})`);
  }
}

function keepsBlanks(node: XmlNode): boolean {
  const { name } = node;
  return name === 'text' || name === 'tspan' || name === 'a' || name === 'textPath' || name === 'tref';
}

function holdsReference(source: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = source.charCodeAt(at);
    if (code === 0x26) return true;
    if (code === 0x3c) throw malformed('a “<” inside a value; it is written “&lt;”');
  }
  return false;
}

function hasTwice(names: readonly string[], from: number, to: number): boolean {
  if (to - from > 24) return new Set(names.slice(from, to)).size < to - from;
  for (let one = from + 1; one < to; one++)
    for (let other = from; other < one; other++) if (names[one] === names[other]) return true;
  return false;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;
}

/** Whether a character may be part of a name: a letter, a digit, `-`, `.`, `_`, `:`, or beyond ASCII. */
function isNamePart(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x2d && code <= 0x3a && code !== 0x2f) ||
    code === 0x5f ||
    code >= 0x80
  );
}

const svgNamespace = 'http://www.w3.org/2000/svg';

/** Usual prefixes of namespaces, used to look up attributes regardless of the prefix in the file. */
const knownPrefixes: Readonly<Record<string, string>> = {
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://www.inkscape.org/namespaces/inkscape': 'inkscape',
  'http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd': 'sodipodi',
  'http://ns.adobe.com/AdobeIllustrator/10.0/': 'i',
};

/** Prefixes in scope. A look-up takes equally long at any depth. */
class Namespaces {
  /** The namespaces of each prefix, innermost last. */
  private readonly meanings = new Map<string, string[]>();
  private readonly declared: { readonly prefix: string; readonly depth: number }[] = [];

  /** Declares a prefix. `depth` is the number of open elements around the declaring element. */
  declare(prefix: string, uri: string, depth: number): void {
    const known = this.meanings.get(prefix);
    if (known === undefined) this.meanings.set(prefix, [uri]);
    else known.push(uri);
    this.declared.push({ prefix, depth });
  }

  leave(depth: number): void {
    for (let last = this.declared.at(-1); last !== undefined && last.depth >= depth; ) {
      this.meanings.get(last.prefix)?.pop();
      this.declared.pop();
      last = this.declared.at(-1);
    }
  }

  uri(prefix: string): string | undefined {
    return this.meanings.get(prefix)?.at(-1);
  }

  /** Returns the local name of an SVG element; undefined for elements of other languages. */
  svgName(name: string): string | undefined {
    const colon = name.indexOf(':');
    const uri = this.uri(colon < 0 ? '' : name.slice(0, colon));
    return uri === svgNamespace ? name.slice(colon + 1) : undefined;
  }

  attributeName(name: string): string {
    const colon = name.indexOf(':');
    const uri = this.uri(name.slice(0, colon));
    const known = uri === undefined || !Object.hasOwn(knownPrefixes, uri) ? undefined : knownPrefixes[uri];
    return known === undefined || name.startsWith(`${known}:`) ? name : `${known}${name.slice(colon)}`;
  }
}

/** Keeps one string object for equal names, instead of a new one per attribute. */
class NameTable {
  private readonly buckets: string[][] = Array.from({ length: 512 }, () => []);

  find(source: string, from: number, to: number): string {
    const hash =
      source.charCodeAt(from) * 7 +
      source.charCodeAt(to - 1) * 31 +
      source.charCodeAt((from + to) >> 1) +
      to -
      from;
    const bucket = this.buckets[hash & 511] as string[];
    const length = to - from;
    for (const name of bucket) if (name.length === length && source.startsWith(name, from)) return name;
    // A file with endless different names must not slow down look-ups.
    if (bucket.length >= 32) return source.slice(from, to);
    const name = internalised(source.slice(from, to));
    bucket.push(name);
    return name;
  }
}

/** Interns a name by using it as an object key, so that comparisons become as fast as with literals. */
function internalised(name: string): string {
  return Object.keys({ [name]: 0 })[0] as string;
}
