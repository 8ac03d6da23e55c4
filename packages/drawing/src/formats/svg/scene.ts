import type { Shade } from '../../area/shade.ts';
import type { DashPattern } from '../../geometry/dash.ts';
import type { Budget } from '../../reading/budget.ts';
import { type Notes, quoted } from '../../reading/notes.ts';
import type { Settings } from '../../reading/options.ts';
import type { StyleSheet } from './css/style-sheet.ts';
import { StyleResolver } from './style/resolve-style.ts';
import type { Style, Viewport } from './style/style.ts';
import { type Direction, parseLength } from './values/length.ts';
import { NumberScanner } from './values/number-scanner.ts';
import { elementsBelow, type XmlDocument, type XmlNode } from './xml/xml-document.ts';

export type { Viewport } from './style/style.ts';

export class Scene {
  readonly document: XmlDocument;
  /** The tolerance is final once the page size is known, before anything is drawn. */
  settings: Settings;
  readonly notes: Notes;
  readonly budget: Budget;
  readonly styles: StyleResolver;
  /** Percentages outside inner `svg` elements refer to this. */
  pageViewport: Viewport = { width: 0, height: 0 };
  /** Elements that are currently shown by a `use`. */
  readonly inUse = new Set<XmlNode>();
  /** Colours of gradients and patterns, by id. */
  readonly serverColours = new Map<string, string | undefined>();
  /** Stops of gradients; empty for gradients without stops of their own. */
  readonly gradientStops = new Map<XmlNode, Shade['stops']>();
  lastDashes: { readonly key: string; readonly pattern: DashPattern | undefined } | undefined = undefined;
  /** Number of files around this one, for example 1 for a picture within a picture. */
  readonly nesting: number;
  private ids: Map<string, XmlNode> | undefined = undefined;
  private readonly scanner = new NumberScanner();

  constructor(parts: {
    document: XmlDocument;
    settings: Settings;
    notes: Notes;
    budget: Budget;
    sheet: StyleSheet;
    nesting?: number;
  }) {
    this.document = parts.document;
    this.settings = parts.settings;
    this.notes = parts.notes;
    this.budget = parts.budget;
    this.nesting = parts.nesting ?? 0;
    this.styles = new StyleResolver(parts.document, parts.sheet, parts.notes, parts.budget);
  }

  byId(id: string): XmlNode | undefined {
    this.ids ??= this.indexIds();
    return this.ids.get(id);
  }

  private indexIds(): Map<string, XmlNode> {
    const ids = new Map<string, XmlNode>();
    for (const node of elementsBelow(this.document.root)) {
      const id = this.document.attribute(node, 'id');
      if (id !== undefined && !ids.has(id)) ids.set(id, node);
    }
    return ids;
  }

  /** Returns the id to which an element refers in this file; for other references, the value as written. */
  reference(node: XmlNode): { readonly id?: string; readonly href: string } {
    const href = (
      this.document.attribute(node, 'href') ??
      this.document.attribute(node, 'xlink:href') ??
      ''
    ).trim();
    return href.startsWith('#') ? { id: href.slice(1), href } : { href };
  }

  /** Returns a length in user units; undefined if it is missing or invalid. */
  length(
    node: XmlNode,
    style: Style,
    name: string,
    direction: Direction,
    viewport: Viewport,
  ): number | undefined {
    const fromCss = style.geometry?.get(name);
    if (fromCss !== undefined)
      return fromCss === 'auto' ? undefined : this.parse(fromCss, style, direction, viewport, name);
    return this.attributeLength(node, style, name, direction, viewport);
  }

  /** Like `length`, for properties that browsers read from the attribute only. */
  attributeLength(
    node: XmlNode,
    style: Style,
    name: string,
    direction: Direction,
    viewport: Viewport,
  ): number | undefined {
    const index = this.document.indexOf(node, name);
    if (index < 0) return undefined;
    const { source, from, to } = this.document.spanAt(index);
    this.scanner.reset(source, from, to);
    const value = this.scanner.number();
    if (this.scanner.atEnd && Number.isFinite(value)) return value;
    const text = this.document.valueAt(index);
    return text.trim() === 'auto' ? undefined : this.parse(text, style, direction, viewport, name);
  }

  private parse(
    text: string,
    style: Style,
    direction: Direction,
    viewport: Viewport,
    name: string,
  ): number | undefined {
    const value = parseLength(text, style.lengthsIn(viewport), direction);
    if (value === undefined)
      this.notes.add(
        'length-mistake',
        `${quoted(text)} is not a length for ${quoted(name)} and was passed over.`,
      );
    return value;
  }
}
