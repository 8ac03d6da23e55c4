import { isNotPlotted } from '../../../reading/layer-codes.ts';
import { elementsBelow, type XmlDocument, type XmlNode } from '../xml/xml-document.ts';

/** Names of outer layers are left out beyond this length. */
const maxNameCharacters = 500;

export type LayerKind = 'inkscape' | 'illustrator' | 'groups' | 'colour' | 'none';

export function layerKindOf(
  document: XmlDocument,
  layersBy: 'auto' | 'layer' | 'colour' | 'none',
): LayerKind {
  if (layersBy === 'colour' || layersBy === 'none') return layersBy;
  const fromIllustrator = /Adobe Illustrator|ns\.adobe\.com\/AdobeIllustrator/.test(
    document.source.slice(0, 8000),
  );
  let illustrator = false;
  for (const node of elementsBelow(document.root)) {
    if (node.name !== 'g') continue;
    if (isInkscapeLayer(document, node)) return 'inkscape';
    if (illustrator || !isOutermost(document, node)) continue;
    const marked =
      document.attribute(node, 'i:layer') === 'yes' || document.attribute(node, 'data-name') !== undefined;
    illustrator = marked || (fromIllustrator && document.attribute(node, 'id') !== undefined);
  }
  if (illustrator) return 'illustrator';
  return layersBy === 'layer' ? 'groups' : 'colour';
}

/** Whether an element is a documentation layer of the AxiDraw software. */
export function isNotesLayer(document: XmlDocument, node: XmlNode): boolean {
  return (
    node.name === 'g' &&
    isInkscapeLayer(document, node) &&
    isNotPlotted(document.attribute(node, 'inkscape:label') ?? '')
  );
}

export function layerName(
  document: XmlDocument,
  node: XmlNode,
  kind: LayerKind,
  outer: string | undefined,
): string | undefined {
  if (kind === 'inkscape') {
    if (!isInkscapeLayer(document, node)) return undefined;
    const own = document.attribute(node, 'inkscape:label') ?? document.attribute(node, 'id') ?? 'Layer';
    const short = own.slice(0, maxNameCharacters);
    return outer === undefined || outer.length > maxNameCharacters ? short : `${outer} / ${short}`;
  }
  if ((kind !== 'illustrator' && kind !== 'groups') || !isOutermost(document, node)) return undefined;
  const id = document.attribute(node, 'id');
  const name = document.attribute(node, 'data-name') ?? document.attribute(node, 'inkscape:label');
  if (name !== undefined) return name.slice(0, maxNameCharacters);
  if (id === undefined) return undefined;
  const short = id.slice(0, maxNameCharacters);
  return kind === 'illustrator' ? illustratorName(short) : short;
}

/**
 * Restores a layer name from the id that Illustrator writes: special characters are encoded as numbers, spaces
 * as `_`, and duplicates are numbered.
 */
function illustratorName(id: string): string {
  const name = id
    .replace(/_x([0-9A-F]{1,6})_/gi, (whole, hex: string) => {
      const code = Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/_\d+_$/, '')
    .replaceAll('_', ' ')
    .trim();
  return name === '' ? id : name;
}

function isInkscapeLayer(document: XmlDocument, node: XmlNode): boolean {
  return document.attribute(node, 'inkscape:groupmode') === 'layer';
}

/** Whether a group is outermost apart from the `switch` and the group in which Illustrator wraps all groups. */
function isOutermost(document: XmlDocument, node: XmlNode): boolean {
  if (document.attribute(node, 'i:extraneous') !== undefined) return false;
  let outer = node.parent;
  while (outer?.name === 'switch' || (outer?.name === 'g' && document.indexOf(outer, 'i:extraneous') >= 0))
    outer = outer.parent;
  return outer === document.root;
}
