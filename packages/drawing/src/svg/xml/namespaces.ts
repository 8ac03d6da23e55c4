export const svgNamespace = 'http://www.w3.org/2000/svg';

/** The names by which the rest of the reader knows attributes of these languages, whatever prefix the file uses. */
const knownPrefixes: Readonly<Record<string, string>> = {
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://www.inkscape.org/namespaces/inkscape': 'inkscape',
  'http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd': 'sodipodi',
  'http://ns.adobe.com/AdobeIllustrator/10.0/': 'i',
};

/** What prefixes mean inside one element. A new scope is made only where the file declares something. */
export class NamespaceScope {
  private readonly outer: NamespaceScope | undefined;
  private readonly own = new Map<string, string>();
  private readonly attributes = new Map<string, string>();

  constructor(outer?: NamespaceScope) {
    this.outer = outer;
  }

  declare(prefix: string, uri: string): void {
    this.own.set(prefix, uri);
  }

  uri(prefix: string): string | undefined {
    for (let scope: NamespaceScope | undefined = this; scope !== undefined; scope = scope.outer) {
      const uri = scope.own.get(prefix);
      if (uri !== undefined) return uri;
    }
    return undefined;
  }

  /** The local name of an SVG element, or `undefined` for one of another language. */
  svgName(name: string): string | undefined {
    const colon = name.indexOf(':');
    const uri = this.uri(colon < 0 ? '' : name.slice(0, colon));
    return uri === svgNamespace ? name.slice(colon + 1) : undefined;
  }

  attributeName(name: string): string {
    const known = this.attributes.get(name);
    if (known !== undefined) return known;
    const colon = name.indexOf(':');
    const uri = this.uri(name.slice(0, colon));
    const prefix = uri === undefined ? undefined : knownPrefixes[uri];
    const canonical = prefix === undefined ? name : `${prefix}${name.slice(colon)}`;
    this.attributes.set(name, canonical);
    return canonical;
  }
}
