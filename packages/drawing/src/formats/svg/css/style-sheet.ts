import { type Notes, quoted } from '../../../reading/notes.ts';
import type { XmlDocument, XmlNode } from '../xml/xml-document.ts';
import { type Declaration, parseDeclarations } from './declarations.ts';
import { classesOf, type Matcher, matchCost } from './match.ts';
import { parseSelector, type Selector } from './selector.ts';
import { endOfQuotes, splitOutside, withoutComments } from './split.ts';

const maxRules = 200_000;
const maxPreludeCharacters = 100_000;
/** Maximum nesting depth of `@media` blocks. */
const maxNesting = 8;

interface Rule {
  readonly selector: Selector;
  readonly declarations: readonly Declaration[];
  readonly order: number;
}

/** Rules of all style sheets, indexed by their last compound. */
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
    this.addBlock(withoutComments(text).replaceAll('<!--', ' ').replaceAll('-->', ' '), notes, 0);
  }

  private addBlock(source: string, notes: Notes, nesting: number): void {
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
      const block = source.slice(end + 1, close);
      if (!prelude.startsWith('@')) this.addRules(prelude, block, notes);
      else if (isMediaForUs(prelude) && nesting < maxNesting) this.addBlock(block, notes, nesting + 1);
      else noteAtRule(prelude, notes);
      at = close + 1;
    }
  }

  private addRules(prelude: string, block: string, notes: Notes): void {
    if (prelude === '') return;
    const passOver = (part: string) =>
      notes.add('style-rule', `The style rule for ${quoted(part)} is of a kind that is not applied.`);
    if (prelude.length > maxPreludeCharacters || this.count > maxRules) {
      passOver(prelude);
      return;
    }
    if (block.includes('{'))
      notes.add('style-rule', `Style rules inside the rule for ${quoted(prelude)} are not applied.`);
    const declarations = parseDeclarations(block);
    const selectors: Selector[] = [];
    for (const part of splitOutside(prelude, ',')) {
      const selector = parseSelector(part);
      if (typeof selector !== 'string') selectors.push(selector);
      else passOver(part);
      // One invalid selector invalidates the whole rule.
      if (selector === 'invalid') return;
    }
    for (const selector of selectors) this.addRule({ selector, declarations, order: this.count++ });
  }

  private addRule(rule: Rule): void {
    const { id, classes, type } = rule.selector.subject;
    if (id !== undefined) addTo(this.byId, id, rule);
    else if (classes[0] !== undefined) addTo(this.byClass, classes[0], rule);
    else if (type !== undefined) addTo(this.byType, type, rule);
    else this.forAny.push(rule);
  }

  /** Returns the matching declarations, weakest first. */
  declarationsFor(
    document: XmlDocument,
    node: XmlNode,
    matcher: Matcher,
    work: (units: number) => void,
  ): Declaration[] {
    const found: Rule[] = [];
    const look = (rules: readonly Rule[] | undefined) => {
      if (rules === undefined) return;
      for (const rule of rules) if (matcher.matches(node, rule.selector)) found.push(rule);
    };
    look(this.forAny);
    look(this.byType.get(node.name));
    if (this.byClass.size > 0) {
      const classes = classesOf(document, node);
      work(classes.length * matchCost * 4);
      for (const name of new Set(classes)) look(this.byClass.get(name));
    }
    if (this.byId.size > 0) look(this.byId.get(document.attribute(node, 'id') ?? ''));
    // Accounts for sorting and applying the matches, which takes longer than finding them.
    work(found.length * matchCost * 10);
    found.sort(
      (one, other) => one.selector.specificity - other.selector.specificity || one.order - other.order,
    );
    const declarations = found.flatMap((rule) => rule.declarations);
    work(declarations.length * matchCost);
    return declarations;
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

function isMediaForUs(prelude: string): boolean {
  return /^@media\b/i.test(prelude) && isForScreen(prelude.slice('@media'.length));
}

/** Whether rules for these media apply to a light screen. False for more complex queries. */
export function isForScreen(media: string): boolean {
  const light =
    /^(?:all|(?:only\s)?screen|(?:(?:only\s)?screen\sand\s)?\(\s?prefers-color-scheme\s?:\s?light\s?\))?$/;
  const queries = media.slice(0, 1000).toLowerCase().replace(/\s+/g, ' ').split(',');
  return queries.some((query) => light.test(query.trim()));
}

/** At-rules that do not affect lines. */
const harmless = ['@font-face', '@charset', '@namespace', '@page'];

function noteAtRule(prelude: string, notes: Notes): void {
  const name = prelude.split(/[\s({]/, 1)[0] as string;
  if (harmless.includes(name.toLowerCase())) return;
  notes.add('style-rule', `The style sheet's ${quoted(name)} rules are not applied.`);
}
