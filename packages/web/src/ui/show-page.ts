import { type ComponentChild, render } from 'preact';
import type { Catalogue } from '../texts/catalogue.ts';
import { sharedCatalogue } from '../texts/shared.ts';
import { followLanguage } from './language.ts';
import { findOtherPage } from './other-page.ts';
import { followTheme } from './theme.ts';

interface ShowOptions {
  /** Services of one device link to each other's page; the board links to all of them itself. */
  linksToOtherPage?: boolean;
}

/** Shows a page in the user's colours and language. */
export async function showPage(
  page: ComponentChild,
  texts: Catalogue,
  { linksToOtherPage = true }: ShowOptions = {},
): Promise<void> {
  followTheme();
  // Without an answer only the link is missing.
  if (linksToOtherPage) findOtherPage().catch(() => undefined);
  await followLanguage([sharedCatalogue, texts]);
  render(page, document.getElementById('page')!);
  void import('./keyboard.tsx').then(({ followKeyboard }) => followKeyboard());
}
