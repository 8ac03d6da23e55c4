import type { FileStart } from '../file-start.ts';

/** Whether the file may be SVG. Web pages are recognised before it, and the SVG reader rejects other XML. */
export function looksLikeMarkup({ text = '' }: FileStart): boolean {
  return text.startsWith('<');
}

export function looksLikeHtml({ text = '' }: FileStart): boolean {
  let rest = text;
  // Comments, instructions and the document type come before the first element.
  while (/^<[?!]/.test(rest)) {
    const end = rest.startsWith('<!--') ? '-->' : '>';
    const at = rest.indexOf(end);
    if (at < 0) return false;
    rest = rest.slice(at + end.length).trimStart();
  }
  return /^<html[\s>]/i.test(rest);
}
