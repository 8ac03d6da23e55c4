import { composed, type Transform } from '../geometry/transform.ts';

/** How densely a gradient is drawn at each point of the page. */
export interface Shade {
  readonly kind: 'linear' | 'radial';
  /**
   * Transforms gradient space to millimetres on the page. In gradient space, the gradient runs from 0 to 1
   * along x, or over the unit circle.
   */
  readonly toPage: Transform;
  /** How the gradient continues beyond its ends. */
  readonly spread: 'pad' | 'repeat' | 'reflect';
  /** Densities in ascending order of position. With density 1 all lines are drawn, with density 0 none. */
  readonly stops: readonly { readonly at: number; readonly density: number }[];
}

export function densityOf({ kind, toPage, spread, stops }: Shade): (x: number, y: number) => number {
  const { a, b, c, d, e, f } = toPage;
  const determinant = a * d - b * c;
  return (x, y) => {
    const u = (d * (x - e) - c * (y - f)) / determinant;
    const v = (a * (y - f) - b * (x - e)) / determinant;
    return densityAt(stops, spreadOver(kind === 'linear' ? u : Math.hypot(u, v), spread));
  };
}

function spreadOver(at: number, spread: Shade['spread']): number {
  if (spread === 'pad') return at;
  const part = at - Math.floor(at);
  return spread === 'reflect' && Math.floor(at) % 2 !== 0 ? 1 - part : part;
}

function densityAt(stops: Shade['stops'], at: number): number {
  const next = stops.findIndex((stop) => stop.at > at);
  if (next <= 0) return stops.at(next)!.density;
  const [before, after] = [stops[next - 1]!, stops[next]!];
  const part = (at - before.at) / (after.at - before.at);
  return before.density + part * (after.density - before.density);
}

export function movedShade(shade: Shade, outer: Transform): Shade {
  return { ...shade, toPage: composed(outer, shade.toPage) };
}
