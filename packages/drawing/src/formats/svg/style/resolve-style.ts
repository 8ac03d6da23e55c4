import type { Budget } from '../../../reading/budget.ts';
import { type Notes, quoted } from '../../../reading/notes.ts';
import { type Declaration, parseDeclarations } from '../css/declarations.ts';
import { Matcher } from '../css/match.ts';
import type { StyleSheet } from '../css/style-sheet.ts';
import type { XmlDocument, XmlNode } from '../xml/xml-document.ts';
import { cssProperties, presentation, type SetProperty } from './properties.ts';
import { Style, type Viewport } from './style.ts';
import { variablesFrom, withVariables } from './variables.ts';

const kinds: readonly string[] = ['underline', 'line-through', 'overline'];

/**
 * Returns the lines of an element and its ancestors, because descendants cannot remove the lines of an
 * ancestor.
 */
function withDecorations(around: readonly string[], value: string): readonly string[] {
  const own = value
    .toLowerCase()
    .split(/\s+/, 10)
    .filter((word) => kinds.includes(word));
  return own.length === 0 ? around : [...new Set([...around, ...own])];
}

const maxKnownTexts = 1000;

/** Resolves styles in CSS order: attributes, style sheets, `style` attributes and inheritance. */
export class StyleResolver {
  /** Size of the window in pixels, once known. */
  window: Viewport | undefined = undefined;
  private readonly document: XmlDocument;
  private readonly sheet: StyleSheet;
  private readonly notes: Notes;
  private readonly budget: Budget;
  private readonly matcher: Matcher;
  private readonly standing = new Map<XmlNode, Style>();
  private readonly known = new Map<string, readonly Declaration[]>();

  constructor(document: XmlDocument, sheet: StyleSheet, notes: Notes, budget: Budget) {
    this.document = document;
    this.sheet = sheet;
    this.notes = notes;
    this.budget = budget;
    this.matcher = new Matcher(document, budget.work);
  }

  resolve(node: XmlNode, parent: Style): Style {
    const style = this.cascade(node, parent);
    if (style.textDecoration !== 'none')
      style.decorations = withDecorations(parent.decorations, style.textDecoration);
    if (style.notApplied !== '')
      this.notes.add('style-property', `${quoted(style.notApplied)} is not applied.`);
    return style;
  }

  /**
   * Runs `action` for the content of a `use`, which selectors match without its surroundings. Without a
   * `target`, selectors match with them.
   */
  inUse(target: XmlNode | undefined, action: () => void): void {
    const outer = this.matcher.top;
    this.matcher.top = target;
    action();
    this.matcher.top = outer;
  }

  /**
   * Returns the style of an element that inherits from its place in the file, not from the element that refers
   * to it.
   */
  whereItStands(node: XmlNode): Style {
    const known = this.standing.get(node);
    if (known !== undefined) return known;
    const chain: XmlNode[] = [];
    for (let each: XmlNode | undefined = node; each !== undefined; each = each.parent) chain.push(each);
    const style = chain.reduceRight((outer, each) => this.resolve(each, outer), new Style());
    this.standing.set(node, style);
    return style;
  }

  private cascade(node: XmlNode, parent: Style): Style {
    const { document, sheet, budget } = this;
    budget.read(document.attributeLength(node));
    const style = new Style(parent);
    style.window = this.window;
    const inlineAt = document.indexOf(node, 'style');
    if (inlineAt < 0 && sheet.isEmpty) {
      this.applyAttributes(node, style, parent);
      return style;
    }
    const fromSheet = sheet.isEmpty ? [] : sheet.declarationsFor(document, node, this.matcher, budget.work);
    const own = inlineAt < 0 ? [] : this.declarations(document.valueAt(inlineAt));
    style.variables = variablesFrom(style.variables, fromSheet, budget.work);
    style.variables = variablesFrom(style.variables, own, budget.work);
    this.applyAttributes(node, style, parent);
    for (const important of [false, true]) {
      for (const declarations of [fromSheet, own])
        for (const declaration of declarations)
          if (declaration.important === important)
            this.set(cssProperties.get(declaration.name), declaration.value, style, parent);
    }
    return style;
  }

  private applyAttributes(node: XmlNode, style: Style, parent: Style): void {
    const { document } = this;
    for (let index = node.attributesFrom; index < node.attributesTo; index++) {
      const set = presentation.get(document.attributeNames[index] as string);
      if (set !== undefined) this.set(set, document.valueAt(index), style, parent);
    }
  }

  private set(set: SetProperty | undefined, value: string, style: Style, parent: Style): void {
    if (set === undefined) return;
    const meant = value.includes('var(') ? withVariables(value, style.variables, this.budget.work) : value;
    // An undefined variable makes a value invalid only now. Earlier declarations were already dropped, so the
    // property is unset.
    set(style, meant ?? 'unset', parent);
  }

  private declarations(text: string): readonly Declaration[] {
    let declarations = this.known.get(text);
    if (declarations === undefined) {
      declarations = parseDeclarations(text);
      if (this.known.size >= maxKnownTexts) this.known.clear();
      this.known.set(text, declarations);
    }
    return declarations;
  }
}
