import type { Scene, Viewport } from '../scene.ts';
import type { Style } from '../style/style.ts';
import { type Direction, parseLength, splitList } from '../values/length.ts';
import { parseNumberList } from '../values/number-list.ts';
import type { XmlNode } from '../xml/xml-document.ts';
import { type Track, trackOf } from './track.ts';

/** A character with the position that the file gives it. */
export interface Character {
  readonly text: string;
  readonly style: Style;
  readonly x: number | undefined;
  readonly y: number | undefined;
  readonly dx: number;
  readonly dy: number;
  readonly rotate: number;
  /** Height above the base line of the text. */
  readonly rise: number;
  /** The path that the text follows. */
  readonly track: Track | undefined;
}

/** Positions in the attributes of an element. The n-th value applies to its n-th character. */
interface Places {
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly dx: readonly number[];
  readonly dy: readonly number[];
  readonly rotate: readonly number[];
  used: number;
}

/** Work units to place and draw a letter, and to find its position in the lists of an outer element. */
const workOfCharacter = 150;
const workOfPlaces = 40;

function inCase(text: string, how: string): string {
  if (how === 'uppercase') return text.toUpperCase();
  if (how === 'lowercase') return text.toLowerCase();
  return how === 'capitalize' ? text.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase()) : text;
}

/** Returns the height above the base line of the parent. */
function riseOf(style: Style): number {
  const { baselineShift, fontSize } = style;
  if (baselineShift === 'baseline') return 0;
  if (baselineShift === 'super') return fontSize * superRise;
  if (baselineShift === 'sub') return -fontSize * superRise;
  return parseLength(baselineShift, style.lengthsIn({ width: fontSize, height: fontSize }), 'x') ?? 0;
}

/** Rise of superscript: half the height of a font from descender to ascender, in multiples of the font size. */
const superRise = 0.57;

/** Collects the characters of a text and collapses spaces. */
export class CharacterCollector {
  readonly characters: Character[] = [];
  private readonly scene: Scene;
  private readonly viewport: Viewport;
  private readonly open: Places[] = [];
  private afterSpace = true;
  private track: Track | undefined = undefined;
  private rise = 0;

  constructor(scene: Scene, viewport: Viewport) {
    this.scene = scene;
    this.viewport = viewport;
  }

  element(node: XmlNode, style: Style, depth: number): void {
    const places = this.placesOf(node, style);
    if (places !== undefined) this.open.push(places);
    const { rise } = this;
    if (node.name !== 'text') this.rise += riseOf(style);
    for (let child = node.first; child !== undefined; child = child.next) this.child(child, style, depth);
    this.rise = rise;
    if (places !== undefined) this.open.pop();
  }

  /** Ends the text and drops a space at its end. */
  finish(): void {
    const last = this.characters.at(-1);
    if (last !== undefined && last.text === ' ' && !last.style.keepsSpace) this.characters.pop();
  }

  private child(child: XmlNode, style: Style, depth: number): void {
    const { notes, styles, budget } = this.scene;
    switch (child.name) {
      case '#text':
        this.run(child.text, style);
        return;
      case 'tspan':
      case 'a': {
        budget.element(depth + 1);
        const own = styles.resolve(child, style);
        // Invisible letters take up space.
        if (!(own.opacity > 0)) own.visible = false;
        if (this.scene.document.indexOf(child, 'textLength') >= 0)
          notes.add('text-length', '“textLength” of a part of a text is not applied.');
        if (own.displayed) this.element(child, own, depth + 1);
        else notes.add('hidden', 'Hidden parts are not drawn.');
        return;
      }
      case 'title':
      case 'desc':
        return;
      case 'textPath':
        this.textPath(child, style, depth);
        return;
      default:
        notes.add('text-element', `“<${child.name.slice(0, 40)}>” inside a text is not drawn.`);
    }
  }

  private textPath(node: XmlNode, parent: Style, depth: number): void {
    const { notes, styles, budget } = this.scene;
    budget.element(depth + 1);
    const style = styles.resolve(node, parent);
    if (!style.displayed) {
      notes.add('hidden', 'Hidden parts are not drawn.');
      return;
    }
    const track = trackOf(this.scene, node, style, this.viewport);
    if (track === undefined) return;
    const outer = this.track;
    this.track = track;
    this.element(node, style, depth + 1);
    this.track = outer;
  }

  private run(text: string, style: Style): void {
    this.scene.budget.work(text.length);
    for (const each of inCase(text, style.textTransform)) {
      const isSpace = each === ' ' || each === '\n' || each === '\t' || each === '\r';
      if (isSpace && this.afterSpace && !style.keepsSpace) continue;
      this.afterSpace = isSpace && !style.keepsSpace;
      this.add(isSpace ? ' ' : each, style);
    }
  }

  private add(text: string, style: Style): void {
    this.scene.budget.work(workOfCharacter + this.open.length * workOfPlaces);
    const place = (list: 'x' | 'y' | 'dx' | 'dy') => {
      for (let index = this.open.length - 1; index >= 0; index--) {
        const places = this.open[index] as Places;
        const value = places[list][places.used];
        if (value !== undefined) return value;
      }
      return undefined;
    };
    const rotate = this.open.findLast((places) => places.rotate.length > 0);
    this.characters.push({
      text,
      style,
      x: place('x'),
      y: place('y'),
      dx: place('dx') ?? 0,
      dy: place('dy') ?? 0,
      rotate: rotate?.rotate[Math.min(rotate.used, rotate.rotate.length - 1)] ?? 0,
      rise: this.rise,
      track: this.track,
    });
    for (const places of this.open) places.used++;
  }

  private placesOf(node: XmlNode, style: Style): Places | undefined {
    const list = (name: string, direction: Direction) => {
      const text = this.scene.document.attribute(node, name);
      if (text === undefined) return [];
      const context = style.lengthsIn(this.viewport);
      const words = splitList(text);
      const values = words.map((word) => parseLength(word, context, direction));
      const wrong = values.indexOf(undefined);
      if (wrong >= 0)
        this.scene.notes.add('text-places', `A list of places of characters (“${name}”) has a mistake.`);
      return (wrong < 0 ? values : values.slice(0, wrong)) as number[];
    };
    const places = {
      x: list('x', 'x'),
      y: list('y', 'y'),
      dx: list('dx', 'x'),
      dy: list('dy', 'y'),
      rotate: parseNumberList(this.scene.document.attribute(node, 'rotate') ?? '').values,
    };
    return Object.values(places).some((values) => values.length > 0) ? { ...places, used: 0 } : undefined;
  }
}
