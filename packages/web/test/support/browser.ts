import { needsProgram } from '@stationery/core/testing';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

export const chromiumProgram = needsProgram('chromium', 'chromium');

export interface OpenedPage extends Page {
  /** Everything that the page asked for. */
  asked: string[];
  /** What the page complained of: errors of its own, and what its security policy forbade. */
  complaints: string[];
}

/** One Chromium for a file of tests; each test opens pages that know nothing of each other. */
export function sharedBrowser(): {
  open: (url: string, options?: BrowserContextOptions) => Promise<OpenedPage>;
} {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: chromiumProgram.path,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
  });
  afterAll(() => browser?.close());
  return {
    async open(url, options) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        // What moves for ever keeps a busy machine busy.
        reducedMotion: 'reduce',
        ...options,
      });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      page.setDefaultTimeout(40_000);
      const seen = { asked: [] as string[], complaints: [] as string[] };
      page.on('request', (request) => seen.asked.push(request.url()));
      page.on('pageerror', (error) => seen.complaints.push(error.message));
      page.on('console', (message) => {
        // A request that was refused or broke off is said to the person, on the page.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          seen.complaints.push(message.text());
        }
      });
      await page.goto(url);
      return Object.assign(page, seen);
    },
  };
}
