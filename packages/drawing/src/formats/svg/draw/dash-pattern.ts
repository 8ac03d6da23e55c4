import type { DashPattern } from '../../../geometry/dash.ts';
import type { Scene, Viewport } from '../scene.ts';
import type { Style } from '../style/style.ts';
import { parseLength, splitList } from '../values/length.ts';

const maxLengths = 1000;
/** Reading a length of a few characters takes about 100 ns. */
const workOfCharacter = 3;

/** The dashes of a stroke; undefined for a solid line. */
export function dashPattern(scene: Scene, style: Style, viewport: Viewport): DashPattern | undefined {
  if (style.dashArray === 'none' || style.dashArray === '') return undefined;
  // Usually the same as for the previous line.
  const key = `${style.dashArray} ${style.dashOffset} ${viewport.width} ${viewport.height} ${style.fontSize}`;
  if (scene.lastDashes?.key !== key) scene.lastDashes = { key, pattern: parse(scene, style, viewport) };
  return scene.lastDashes.pattern;
}

function parse(scene: Scene, style: Style, viewport: Viewport): DashPattern | undefined {
  scene.budget.work(style.dashArray.length * workOfCharacter);
  const context = style.lengthsIn(viewport);
  const lengths: number[] = [];
  for (const word of splitList(style.dashArray).slice(0, maxLengths + 1)) {
    const length = parseLength(word, context, 'both');
    if (length === undefined || length < 0 || lengths.length >= maxLengths) {
      scene.notes.add(
        'dashes-unreadable',
        'A pattern of dashes that cannot be read is drawn as a line without gaps.',
      );
      return undefined;
    }
    lengths.push(length);
  }
  if (lengths.length % 2 === 1) lengths.push(...lengths);
  const total = lengths.reduce((sum, each) => sum + each, 0);
  if (!(total > 0 && Number.isFinite(total)) || lengths.every((each, index) => index % 2 === 0 || each === 0))
    return undefined;
  return { lengths, offset: parseLength(style.dashOffset, context, 'both') ?? 0 };
}
