import { lengthOf } from '../../../geometry/dash.ts';
import { flatten } from '../../../geometry/flatten.ts';
import { identity } from '../../../geometry/matrix.ts';
import { Path } from '../../../geometry/path.ts';
import { Polylines } from '../../../geometry/polylines.ts';
import { quoted } from '../../../reading/notes.ts';
import { addShape, shapeNames } from '../draw/shape-path.ts';
import { withTransform } from '../draw/structure.ts';
import type { Scene, Viewport } from '../scene.ts';
import type { Style } from '../style/style.ts';
import { parseLength } from '../values/length.ts';
import type { XmlNode } from '../xml/xml-document.ts';

/** The path of a `textPath`, in units of the text. */
export interface Track {
  readonly lines: Polylines;
  readonly length: number;
  /** Distance along the path at which the text begins. */
  readonly start: number;
}

/** Returns the path of a `textPath`; undefined, with a note, if there is none. */
export function trackOf(scene: Scene, node: XmlNode, style: Style, viewport: Viewport): Track | undefined {
  const { id = '', href } = scene.reference(node);
  const shape = scene.byId(id);
  const path = new Path();
  const lines = new Polylines(scene.budget.checkPoints);
  if (shape !== undefined && shapeNames.has(shape.name)) {
    const own = scene.styles.resolve(shape, style);
    const matrix = withTransform(scene, own, identity, viewport);
    addShape(scene, shape, own, viewport, path);
    // A deviation of this size is invisible in letters.
    if (matrix !== undefined) flatten(path, matrix, Math.max(style.fontSize / 200, 1e-6), lines);
  }
  scene.budget.lostPoints(lines.length / 2);
  const length = lengthOf(lines);
  if (!(length > 0 && Number.isFinite(length))) {
    scene.notes.add('text-path-missing', `Text along ${quoted(href)} is not drawn: there is no such path.`);
    return undefined;
  }
  const offset = scene.document.attribute(node, 'startOffset') ?? '0';
  const context = style.lengthsIn({ width: length, height: length });
  return { lines, length, start: parseLength(offset, context, 'x') ?? 0 };
}

/** Finds positions along a track. Fast if the distances increase. */
export class TrackWalker {
  private readonly track: Track;
  private readonly work: (units: number) => void;
  private at = 2;
  private line = 0;
  /** Distance walked up to the point before `at`. */
  private walked = 0;

  /** `work`, which may throw, is called for every passed segment. */
  constructor(track: Track, work: (units: number) => void) {
    this.track = track;
    this.work = work;
  }

  /** Returns the position and direction at a distance; undefined beyond the ends. */
  place(distance: number): { readonly x: number; readonly y: number; readonly angle: number } | undefined {
    const { points, ends, length } = this.track.lines;
    if (!(distance >= 0 && distance <= this.track.length)) return undefined;
    if (distance < this.walked) {
      this.at = 2;
      this.line = 0;
      this.walked = 0;
    }
    for (; this.at < length; this.at += 2) {
      this.work(1);
      if (this.at === ends[this.line]) {
        this.line++;
        continue;
      }
      const dx = points[this.at]! - points[this.at - 2]!;
      const dy = points[this.at + 1]! - points[this.at - 1]!;
      const step = Math.hypot(dx, dy);
      if (this.walked + step >= distance && step > 0) {
        const t = (distance - this.walked) / step;
        return {
          x: points[this.at - 2]! + dx * t,
          y: points[this.at - 1]! + dy * t,
          angle: (Math.atan2(dy, dx) * 180) / Math.PI,
        };
      }
      this.walked += step;
    }
    return undefined;
  }
}
