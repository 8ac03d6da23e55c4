import type { Budget } from '../budget.ts';
import { type Declaration, parseDeclarations } from '../css/declarations.ts';
import type { StyleSheet } from '../css/style-sheet.ts';
import { type Notes, quoted } from '../notes.ts';
import type { XmlDocument, XmlNode } from '../xml/xml-document.ts';
import { cssProperties, presentation } from './properties.ts';
import { Style } from './style.ts';

const maxKnownTexts = 1000;

/** Puts attributes, style sheets, `style` and what is inherited together, in the order that CSS gives them. */
export class StyleResolver {
  private readonly document: XmlDocument;
  private readonly sheet: StyleSheet;
  private readonly notes: Notes;
  private readonly budget: Budget;
  private readonly known = new Map<string, readonly Declaration[]>();

  constructor(document: XmlDocument, sheet: StyleSheet, notes: Notes, budget: Budget) {
    this.document = document;
    this.sheet = sheet;
    this.notes = notes;
    this.budget = budget;
  }

  resolve(node: XmlNode, parent: Style): Style {
    const style = this.cascade(node, parent);
    if (style.notApplied !== '') this.notes.add(`${quoted(style.notApplied)} is not applied.`);
    return style;
  }

  private cascade(node: XmlNode, parent: Style): Style {
    const { document } = this;
    const style = new Style(parent);
    let inline: string | undefined;
    for (let index = node.attributesFrom; index < node.attributesTo; index++) {
      const name = document.attributeNames[index] as string;
      if (name === 'style') inline = document.valueAt(index);
      else presentation.get(name)?.(style, document.valueAt(index), parent);
    }
    if (inline === undefined && this.sheet.isEmpty) return style;
    const fromSheet = this.sheet.isEmpty ? [] : this.sheet.declarationsFor(document, node, this.budget.work);
    const own = inline === undefined ? [] : this.declarations(inline);
    for (const important of [false, true]) {
      for (const declarations of [fromSheet, own])
        for (const declaration of declarations)
          if (declaration.important === important) this.apply(declaration, style, parent);
    }
    return style;
  }

  private apply({ name, value }: Declaration, style: Style, parent: Style): void {
    const set = cssProperties.get(name);
    if (set === undefined) {
      if (name.startsWith('--'))
        this.notes.add(`The style ${quoted(name)} is a variable, which is not applied.`);
      return;
    }
    if (value.includes('var(')) this.notes.add(`A variable in the style ${quoted(name)} is not applied.`);
    else set(style, value, parent);
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
