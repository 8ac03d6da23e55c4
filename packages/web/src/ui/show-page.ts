import { type ComponentChild, render } from 'preact';
import type { Catalogue } from '../texts/catalogue.ts';
import { sharedCatalogue } from '../texts/shared.ts';
import { followLanguage } from './language.ts';
import { findOtherPage } from './other-page.ts';
import { followTheme } from './theme.ts';

interface ShowOptions {
  /** False for the board, because it already links to all services. */
  linksToOtherPage?: boolean;
}

export async function showPage(
  page: ComponentChild,
  texts: Catalogue,
  { linksToOtherPage = true }: ShowOptions = {},
): Promise<void> {
  followTheme();
  // If the request fails, only the link is missing.
  if (linksToOtherPage) findOtherPage().catch(() => undefined);
  await followLanguage([sharedCatalogue, texts]);
  render(page, document.getElementById('page')!);
  void import('./keyboard.tsx').then(({ followKeyboard }) => followKeyboard());
}
