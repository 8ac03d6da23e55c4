export const svgNamespace = 'http://www.w3.org/2000/svg';

/** The names by which the rest of the reader knows attributes of these languages, whatever prefix the file uses. */
const knownPrefixes: Readonly<Record<string, string>> = {
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://www.inkscape.org/namespaces/inkscape': 'inkscape',
  'http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd': 'sodipodi',
  'http://ns.adobe.com/AdobeIllustrator/10.0/': 'i',
};

/** What prefixes mean where the parser stands. Looking one up costs the same however deep that is. */
export class Namespaces {
  /** For each prefix what it means, innermost last. */
  private readonly meanings = new Map<string, string[]>();
  private readonly declared: { readonly prefix: string; readonly depth: number }[] = [];

  /** `depth` is how many elements are open around the one that declares it. */
  declare(prefix: string, uri: string, depth: number): void {
    const known = this.meanings.get(prefix);
    if (known === undefined) this.meanings.set(prefix, [uri]);
    else known.push(uri);
    this.declared.push({ prefix, depth });
  }

  /** Forgets what the element declared that has just ended at this depth. */
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

  /** The local name of an SVG element, or `undefined` for one of another language. */
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
