import type { Layer } from '../../drawing.ts';

/** Including the one for the rest. A file with a colour for each line must not ask for a pen change for each. */
const maxLayers = 1000;
export const otherLayerName = 'Everything else';

/** Stands in no name: XML has no such character. */
const splitAt = '\u0000';

/** Gives out layers in the order in which they are first drawn on, and remembers which colours each has. */
export class LayerTable {
  private readonly indexes = new Map<string, number>();
  private readonly colours: Map<string, number>[] = [];
  private readonly splitColours: boolean;

  constructor(splitColours = false) {
    this.splitColours = splitColours;
  }

  /** The layer for a line of this colour; `name` is that of the file's layer, where layers are those. */
  indexFor(name: string, colour: string): number {
    const key = this.keyOf(name, colour);
    const index = this.indexes.get(key) ?? this.add(key);
    const counts = this.colours[index] as Map<string, number>;
    if (counts.size < maxLayers || counts.has(colour)) counts.set(colour, (counts.get(colour) ?? 0) + 1);
    return index;
  }

  /** The same for a fill, which says nothing of the colour of a layer that has lines. */
  indexForFill(name: string, colour: string): number {
    return this.indexes.get(this.keyOf(name, colour)) ?? this.indexFor(name, colour);
  }

  /** Whether there were more layers than are kept apart. */
  get isFull(): boolean {
    return this.indexes.has(otherLayerName);
  }

  private keyOf(name: string, colour: string): string {
    return this.splitColours && name !== colour ? `${name}${splitAt}${colour}` : name;
  }

  private add(name: string): number {
    if (this.indexes.size >= maxLayers - 1 && name !== otherLayerName)
      return this.indexes.get(otherLayerName) ?? this.add(otherLayerName);
    const index = this.indexes.size;
    this.indexes.set(name, index);
    this.colours.push(new Map());
    return index;
  }

  list(): Layer[] {
    return [...this.indexes].map(([key, index]) => {
      const [name = '', ofColour] = key.split(splitAt);
      const colour = mostUsed(this.colours[index] as Map<string, number>);
      return ofColour === undefined ? { name, colour } : { name: `${name} ${colour}`, colour, partOf: name };
    });
  }
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
