import { render } from 'preact';
import { followListKeys } from './list-keys.ts';
import { SkipLinks } from './skip-links.tsx';

export function followKeyboard(): void {
  followListKeys();
  const home = document.createElement('div');
  document.body.prepend(home);
  render(<SkipLinks />, home);
}
