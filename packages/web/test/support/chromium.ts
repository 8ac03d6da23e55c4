import { needsProgram } from '@stationery/core/testing';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** Chromium without the windows of a desktop, which take a third of its processor time and nobody sees. */
export const chromiumProgram = needsProgram('chromium-headless-shell', 'chromium-headless-shell');

let started: Promise<Browser> | undefined;

/**
 * The Chromium of this process. Test files that run in the same process share it, because starting it takes longer
 * than many tests do. It ends with the process.
 */
export function sharedChromium(): Promise<Browser> {
  started ??= chromium.launch({
    executablePath: chromiumProgram.path,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      // What a desktop's Chromium takes from its settings; SVG chooses between languages by it.
      '--accept-lang=en-US,en',
    ],
  });
  return started;
}

/** A profile of its own: pages in it know nothing of those in others. It is closed after the test, or as it is said. */
export async function browserContext(
  options?: BrowserContextOptions,
  whenOver: (end: () => Promise<void>) => void = onTestFinished,
): Promise<BrowserContext> {
  const context = await (await sharedChromium()).newContext(options);
  whenOver(() => context.close());
  return context;
}
