import type { Region } from '../../../area/region.ts';
import type { Matrix } from '../../../geometry/matrix.ts';
import type { Viewport } from '../scene.ts';
import type { Style } from '../style/style.ts';

/** State that an element passes to its children. */
export interface Context {
  /** Converts user units to millimetres on the page. */
  readonly matrix: Matrix;
  /** The parent's style. */
  readonly style: Style;
  readonly viewport: Viewport;
  readonly clips: readonly Region[];
  /** The layer in the file. */
  readonly layer: string | undefined;
  readonly depth: number;
  /** Whether this is a tile of a pattern, which may lie outside of its shape. */
  readonly isTile?: boolean | undefined;
}
