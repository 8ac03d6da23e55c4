import type { Region } from '../../../area/region.ts';
import type { Matrix } from '../../../geometry/matrix.ts';
import type { Viewport } from '../scene.ts';
import type { Style } from '../style/style.ts';

/** Passed from an element to its children. */
export interface Context {
  /** From user units to millimetres on the page. */
  readonly matrix: Matrix;
  /** Of the parent. */
  readonly style: Style;
  readonly viewport: Viewport;
  readonly clips: readonly Region[];
  /** Of the file. */
  readonly layer: string | undefined;
  readonly depth: number;
  /** A tile of a pattern may lie outside of its shape. */
  readonly isTile?: boolean | undefined;
}
