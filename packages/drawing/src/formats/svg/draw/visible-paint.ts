import { quoted } from '../../../reading/notes.ts';
import { isWhite } from '../../../white.ts';
import type { Scene } from '../scene.ts';
import type { Paint } from '../style/paint.ts';
import type { Style } from '../style/style.ts';
import { type Colour, parseColour } from '../values/colour.ts';
import type { XmlNode } from '../xml/xml-document.ts';
import { referenceChain } from './structure.ts';

export function visibleColour(scene: Scene, paint: Paint, style: Style, opacity: number): string | undefined {
  if (!(opacity > 0)) return undefined;
  switch (paint.kind) {
    case 'none':
      return undefined;
    case 'current':
      return seen(scene, style.colour);
    case 'colour':
      return seen(scene, paint.colour);
    case 'context': {
      const meant = paint.of === 'fill' ? style.contextFill : style.contextStroke;
      return meant.kind === 'context' ? undefined : visibleColour(scene, meant, style, opacity);
    }
    case 'server': {
      const server = scene.byId(paint.id);
      if (server === undefined || !/^(linearGradient|radialGradient|pattern)$/.test(server.name))
        return visibleColour(scene, paint.fallback, style, opacity);
      scene.notes.add(
        'paint-simplified',
        `A ${quoted(server.name)} is drawn in one colour: a pen has no other.`,
      );
      return serverColour(scene, paint.id, server);
    }
  }
}

function seen(scene: Scene, colour: Colour): string | undefined {
  if (colour.transparent) return undefined;
  if (colour.isGuess === true)
    scene.notes.add('colour-unknown', 'Colours written in a way that is not known here are black.');
  return colour.hex;
}

function serverColour(scene: Scene, id: string, server: XmlNode): string | undefined {
  const { serverColours } = scene;
  const known = serverColours.get(id);
  if (known !== undefined || serverColours.has(id)) return known;
  const colour = server.name === 'pattern' ? patternColour(scene, server) : gradientColour(scene, server);
  serverColours.set(id, colour);
  return colour;
}

/**
 * Returns the first colour of a gradient that is visible on paper; undefined if the whole gradient is
 * transparent.
 */
function gradientColour(scene: Scene, server: XmlNode): string | undefined {
  for (const { first } of referenceChain(scene, server, ['linearGradient', 'radialGradient'])) {
    const colours: (string | undefined)[] = [];
    for (let child = first; child !== undefined; child = child.next)
      if (child.name === 'stop' && !child.foreign) colours.push(stopColour(scene, child));
    const visible = colours.filter((colour) => colour !== undefined);
    if (colours.length > 0) return visible.find((colour) => !isWhite(colour)) ?? visible[0];
  }
  return undefined;
}

export function stopValue({ document }: Scene, stop: XmlNode, name: string): string | undefined {
  const inline = (document.attribute(stop, 'style') ?? '').slice(0, 500);
  return declared(inline, name) ?? document.attribute(stop, name);
}

function stopColour(scene: Scene, stop: XmlNode): string | undefined {
  if (Number.parseFloat(stopValue(scene, stop, 'stop-opacity') ?? '1') <= 0) return undefined;
  const colour = parseColour(stopValue(scene, stop, 'stop-color') ?? 'black');
  if (colour === undefined) return '#000000';
  return colour.transparent ? undefined : colour.hex;
}

function declared(style: string, name: string): string | undefined {
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0 || declaration.slice(0, colon).trim() !== name) continue;
    return declaration.slice(colon + 1).trim() || undefined;
  }
  return undefined;
}

/** Returns the colour of a pattern, which is visible if it has content or refers to a pattern that has. */
function patternColour(scene: Scene, server: XmlNode): string | undefined {
  for (const { first } of referenceChain(scene, server, ['pattern']))
    for (let child = first; child !== undefined; child = child.next)
      if (child.name !== '#text' && !child.foreign) return '#000000';
  return undefined;
}
