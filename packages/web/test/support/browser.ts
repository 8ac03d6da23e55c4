import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, onTestFailed, onTestFinished } from 'vitest';
import { browserContext } from './chromium.ts';

export { chromiumProgram } from './chromium.ts';

export interface OpenedPage extends Page {
  asked: string[];
  /** Includes violations of the content security policy. */
  complaints: string[];
}

const contextDefaults: BrowserContextOptions = {
  viewport: { width: 1440, height: 900 },
  // Endless animations would slow down a busy machine further.
  reducedMotion: 'reduce',
};

/** Each test opens pages in a context of its own. */
export function sharedBrowser(): {
  open: (url: string, options?: BrowserContextOptions) => Promise<OpenedPage>;
  openBeside: (page: Page, url: string) => Promise<OpenedPage>;
} {
  return {
    openBeside: (page, url) => openIn(page.context(), url),
    async open(url, options) {
      return openIn(await browserContext({ ...contextDefaults, ...options }), url);
    },
  };
}

/**
 * Returns a page that the tests of a file share if they prepare what they need. It is shared because loading the page
 * takes longer than most of these tests. Each test gets the page without earlier messages. If a test failed or closed
 * the page, the next test gets a new one.
 */
export function sharedPage(url: () => string, options?: BrowserContextOptions): () => Promise<OpenedPage> {
  let page: OpenedPage | undefined;
  let close: (() => Promise<void>) | undefined;
  const forget = async () => {
    page = undefined;
    await close?.();
    close = undefined;
  };
  afterAll(forget);
  return async () => {
    onTestFailed(forget);
    if (page?.isClosed()) await forget();
    if (page === undefined) {
      const context = await browserContext({ ...contextDefaults, ...options }, (end) => {
        close = end;
      });
      page = await openIn(context, url());
      return page;
    }
    printAfterFailure(page);
    await page.evaluate(
      `for (const close of document.querySelectorAll('.toast > .icon-button')) close.click()`,
    );
    page.asked.length = 0;
    page.complaints.length = 0;
    return page;
  };
}

async function openIn(context: BrowserContext, url: string): Promise<OpenedPage> {
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const seen = { asked: [] as string[], complaints: [] as string[] };
  page.on('request', (request) => seen.asked.push(request.url()));
  page.on('pageerror', (error) => seen.complaints.push(error.message));
  page.on('console', (message) => {
    // Ignores failed requests, because the page itself reports them to the user.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      seen.complaints.push(message.text());
    }
  });
  await page.goto(url);
  printAfterFailure(page);
  return Object.assign(page, seen);
}

/** Prints the page after a failure, because most failures on a busy machine cannot be reproduced. */
function printAfterFailure(page: Page): void {
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail' || page.isClosed()) return;
    const text = await page.locator('body').innerText({ timeout: 5000 });
    const shown = text.replace(/\s+/g, ' ').slice(0, 2000);
    process.stderr.write(`${page.url()} shows after the failure:\n${shown}\n`);
  });
}
