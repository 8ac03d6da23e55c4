import { type Notes, quoted } from '../notes.ts';
import type { XmlDocument, XmlNode } from '../xml/xml-document.ts';
import {
  type Declaration,
  endOfQuotes,
  parseDeclarations,
  splitOutside,
  withoutComments,
} from './declarations.ts';
import { classesOf, matchCost, matches } from './match.ts';
import { parseSelector, type Selector } from './selector.ts';

interface Rule {
  readonly selector: Selector;
  readonly declarations: readonly Declaration[];
  readonly order: number;
}

/** All rules of a file's style sheets, found by what their last part asks for. */
export class StyleSheet {
  private readonly byId = new Map<string, Rule[]>();
  private readonly byClass = new Map<string, Rule[]>();
  private readonly byType = new Map<string, Rule[]>();
  private readonly forAny: Rule[] = [];
  private count = 0;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  add(text: string, notes: Notes): void {
    const source = withoutComments(text).replaceAll('<!--', ' ').replaceAll('-->', ' ');
    let at = 0;
    while (at < source.length) {
      const end = endOfPrelude(source, at);
      const prelude = source.slice(at, end).trim();
      if (source[end] !== '{') {
        if (prelude.startsWith('@')) noteAtRule(prelude, notes);
        at = end + 1;
        continue;
      }
      const close = endOfBlock(source, end);
      if (prelude.startsWith('@')) noteAtRule(prelude, notes);
      else this.addRules(prelude, source.slice(end + 1, close), notes);
      at = close + 1;
    }
  }

  private addRules(prelude: string, block: string, notes: Notes): void {
    if (prelude === '') return;
    const declarations = parseDeclarations(block);
    for (const part of splitOutside(prelude, ',')) {
      const selector = parseSelector(part);
      if (selector === undefined)
        notes.add(`The style rule for ${quoted(part)} is of a kind that is not applied.`);
      else this.addRule({ selector, declarations, order: this.count++ });
    }
  }

  private addRule(rule: Rule): void {
    const { id, classes, type } = rule.selector.subject;
    if (id !== undefined) addTo(this.byId, id, rule);
    else if (classes[0] !== undefined) addTo(this.byClass, classes[0], rule);
    else if (type !== undefined) addTo(this.byType, type, rule);
    else this.forAny.push(rule);
  }

  /** What the rules say of an element, weakest first. */
  declarationsFor(document: XmlDocument, node: XmlNode, work: (units: number) => void): Declaration[] {
    const found: Rule[] = [];
    const look = (rules: readonly Rule[] | undefined) => {
      if (rules === undefined) return;
      work(rules.length * matchCost);
      for (const rule of rules) if (matches(document, node, rule.selector, work)) found.push(rule);
    };
    look(this.forAny);
    look(this.byType.get(node.name));
    if (this.byClass.size > 0)
      for (const name of new Set(classesOf(document, node))) look(this.byClass.get(name));
    if (this.byId.size > 0) look(this.byId.get(document.attribute(node, 'id') ?? ''));
    // Sorting and applying what was found costs more than finding it.
    work(found.length * matchCost * 10);
    found.sort(
      (one, other) => one.selector.specificity - other.selector.specificity || one.order - other.order,
    );
    return found.flatMap((rule) => rule.declarations);
  }
}

function addTo(rules: Map<string, Rule[]>, key: string, rule: Rule): void {
  const known = rules.get(key);
  if (known === undefined) rules.set(key, [rule]);
  else known.push(rule);
}

function endOfPrelude(source: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    const character = source[at];
    if (character === '{' || character === ';') return at;
    if (character === '"' || character === "'") at = endOfQuotes(source, at);
  }
  return source.length;
}

function endOfBlock(source: string, open: number): number {
  let depth = 0;
  for (let at = open; at < source.length; at++) {
    const character = source[at];
    if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at;
    else if (character === '"' || character === "'") at = endOfQuotes(source, at);
  }
  return source.length;
}

/** Fonts, the character set and namespaces decide nothing about lines. */
const harmless = ['@font-face', '@charset', '@namespace', '@page'];

function noteAtRule(prelude: string, notes: Notes): void {
  const name = prelude.split(/[\s({]/, 1)[0] as string;
  if (harmless.includes(name.toLowerCase())) return;
  notes.add(`The style sheet's ${quoted(name)} rules are not applied.`);
}
