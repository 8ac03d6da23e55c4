import { type ComponentChild, render } from 'preact';
import type { Catalogue } from '../texts/catalogue.ts';
import { sharedCatalogue } from '../texts/shared.ts';
import { followLanguage } from './language.ts';
import { findOtherPage } from './other-page.ts';
import { followTheme } from './theme.ts';

/** Shows a page in the colours and the language of whoever looks at it. */
export async function showPage(page: ComponentChild, texts: Catalogue): Promise<void> {
  followTheme();
  // Without an answer there is no link, and nothing else is missing.
  findOtherPage().catch(() => undefined);
  await followLanguage([sharedCatalogue, texts]);
  render(page, document.getElementById('page')!);
}
