import type { Layer } from '../../drawing.ts';

/** Gives out layers in the order in which they are first drawn on, and remembers which colours each has. */
export class LayerTable {
  private readonly indexes = new Map<string, number>();
  private readonly colours: Map<string, number>[] = [];

  /** The layer for a line of this colour; `name` is that of the file's layer, where layers are those. */
  indexFor(name: string, colour: string): number {
    let index = this.indexes.get(name);
    if (index === undefined) {
      index = this.indexes.size;
      this.indexes.set(name, index);
      this.colours.push(new Map());
    }
    const counts = this.colours[index] as Map<string, number>;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
    return index;
  }

  list(): Layer[] {
    return [...this.indexes].map(([name, index]) => ({
      name,
      colour: mostUsed(this.colours[index] as Map<string, number>),
    }));
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
