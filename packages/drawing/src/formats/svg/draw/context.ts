import type { Region } from '../../../area/region.ts';
import type { Matrix } from '../../../geometry/matrix.ts';
import type { Viewport } from '../scene.ts';
import type { Style } from '../style/style.ts';

/** Where the walk through the file stands. */
export interface Context {
  /** From user units to millimetres on the page. */
  readonly matrix: Matrix;
  /** That of the parent; what children inherit. */
  readonly style: Style;
  readonly viewport: Viewport;
  readonly clips: readonly Region[];
  /** The name of the file's layer that this is in. */
  readonly layer: string | undefined;
  readonly depth: number;
}
