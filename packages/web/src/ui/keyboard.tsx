import { render } from 'preact';
import { followListKeys } from './list-keys.ts';
import { SkipLinks } from './skip-links.tsx';

/** Use of the page by keyboard: links over its parts, and keys in lists. */
export function followKeyboard(): void {
  followListKeys();
  const home = document.createElement('div');
  document.body.prepend(home);
  render(<SkipLinks />, home);
}
