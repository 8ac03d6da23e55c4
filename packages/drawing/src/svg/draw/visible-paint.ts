import { quoted } from '../notes.ts';
import type { Scene } from '../scene.ts';
import type { Paint } from '../style/paint.ts';
import type { Style } from '../style/style.ts';
import { parseColour } from '../values/colour.ts';

/** The colour that a paint has where it is seen, or `undefined` where nothing is. */
export function visibleColour(scene: Scene, paint: Paint, style: Style, opacity: number): string | undefined {
  if (!(opacity > 0)) return undefined;
  switch (paint.kind) {
    case 'none':
      return undefined;
    case 'current':
      return style.colour.transparent ? undefined : style.colour.hex;
    case 'colour':
      return paint.colour.transparent ? undefined : paint.colour.hex;
    case 'server': {
      const server = scene.byId(paint.id);
      if (server === undefined || !/^(linearGradient|radialGradient|pattern)$/.test(server.name))
        return visibleColour(scene, paint.fallback, style, opacity);
      scene.notes.add(`A ${quoted(server.name)} is drawn in one colour: a pen has no other.`);
      return firstStop(scene, paint.id) ?? '#000000';
    }
  }
}

/** The first colour of a gradient, which may be that of another one that it refers to. */
function firstStop(scene: Scene, id: string): string | undefined {
  let server = scene.byId(id);
  for (let hops = 0; hops < 8 && server !== undefined; hops++) {
    for (let child = server.first; child !== undefined; child = child.next) {
      if (child.name !== 'stop') continue;
      const inline = scene.document.attribute(child, 'style') ?? '';
      const written =
        /(?:^|;)\s*stop-color\s*:\s*([^;]+)/.exec(inline.slice(0, 500))?.[1] ??
        scene.document.attribute(child, 'stop-color');
      return written === undefined ? '#000000' : parseColour(written)?.hex;
    }
    server = scene.byId(scene.reference(server).id ?? '');
  }
  return undefined;
}
