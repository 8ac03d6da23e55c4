import type { Notes } from '../../../reading/notes.ts';
import { elementsBelow, textContent, type XmlDocument } from '../xml/xml-document.ts';
import { isForScreen, StyleSheet } from './style-sheet.ts';

export function sheetOf(document: XmlDocument, notes: Notes): StyleSheet {
  const sheet = new StyleSheet();
  if (document.hasExternalStyle) notes.add('other-file', 'Style sheets in other files are not loaded.');
  for (const node of elementsBelow(document.root)) {
    if (node.name !== 'style' || node.foreign) continue;
    const type = document.attribute(node, 'type') ?? 'text/css';
    const media = document.attribute(node, 'media') ?? 'all';
    if (type !== '' && type.trim().toLowerCase() !== 'text/css')
      notes.add('style-sheet', 'A style sheet that is not CSS is not applied.');
    else if (!isForScreen(media))
      notes.add('style-sheet', 'A style sheet for a medium other than screens is not applied.');
    else sheet.add(textContent(node), notes);
  }
  return sheet;
}
