import type { Layer } from '../drawing.ts';
import { type Notes, quoted } from './notes.ts';

/**
 * Maximum number of layers, including the one for the rest, so that a file with a different colour for each
 * line does not need as many pen changes.
 */
const maxLayers = 1000;
const otherLayerName = 'Everything else';

/** Separates the parts of a key; XML does not allow this character in names. */
const splitAt = '\u0000';
/** Key of the layer for the rest. It differs from the key of a layer with the same name in the file. */
const otherKey = `${splitAt}${splitAt}`;

/** Numbers layers in the order of their first strokes. */
export class LayerTable {
  private readonly indexes = new Map<string, number>();
  private readonly colours: Map<string, number>[] = [];
  /** For each layer of the file that is split: the colours of its lines, with their counts. */
  private readonly wholes = new Map<string, Map<string, number>>();
  private readonly splitColours: boolean;

  constructor(splitColours = false) {
    this.splitColours = splitColours;
  }

  /**
   * Returns the index of a layer, which is added if it is new. `name` is the layer of the file, if layers are
   * used.
   */
  indexFor(name: string, colour: string): number {
    if (this.splitColours) {
      const whole = this.wholes.get(name) ?? new Map<string, number>();
      this.wholes.set(name, whole);
      count(whole, colour);
    }
    return this.countIn(this.keyOf(name, colour), colour);
  }

  /** Like `indexFor`, for a fill, which does not affect the colour of a layer with lines. */
  indexForFill(name: string, colour: string): number {
    const key = this.keyOf(name, colour);
    const known = this.indexes.get(key);
    if (known !== undefined) return known;
    return this.wholes.has(name) ? this.countIn(key, colour) : this.indexFor(name, colour);
  }

  /** Adds a note if there were too many layers, so that the last ones share one. */
  noteMerged(notes: Notes, what: 'pens' | 'layers or colours'): void {
    if (this.indexes.has(otherKey))
      notes.add(
        'layers-merged',
        `There are a thousand or more ${what}; those from the thousandth on are combined as ${quoted(otherLayerName)}.`,
      );
  }

  private keyOf(name: string, colour: string): string {
    return this.splitColours && name !== colour ? `${name}${splitAt}${colour}` : name;
  }

  private countIn(key: string, colour: string): number {
    const index = this.indexes.get(key) ?? this.add(key);
    count(this.colours[index] as Map<string, number>, colour);
    return index;
  }

  private add(name: string): number {
    if (this.indexes.size >= maxLayers - 1 && name !== otherKey)
      return this.indexes.get(otherKey) ?? this.add(otherKey);
    const index = this.indexes.size;
    this.indexes.set(name, index);
    this.colours.push(new Map());
    return index;
  }

  list(): Layer[] {
    return [...this.indexes].map(([key, index]) => {
      const colour = mostUsed(this.colours[index] as Map<string, number>);
      if (key === otherKey) return { name: otherLayerName, colour };
      const [name = '', ofColour] = key.split(splitAt);
      if (ofColour === undefined) return { name, colour };
      const whole = { name, colour: mostUsed(this.wholes.get(name) ?? new Map()) };
      return { name: `${name} ${colour}`, colour, partOf: whole };
    });
  }
}

function count(counts: Map<string, number>, colour: string): void {
  if (counts.size < maxLayers || counts.has(colour)) counts.set(colour, (counts.get(colour) ?? 0) + 1);
}

function mostUsed(counts: ReadonlyMap<string, number>): string {
  let best = '#000000';
  let most = 0;
  for (const [colour, count] of counts) {
    if (count <= most) continue;
    best = colour;
    most = count;
  }
  return best;
}
