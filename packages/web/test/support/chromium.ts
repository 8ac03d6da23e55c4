import { needsProgram } from '@stationery/core/testing';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** The headless shell takes a third less processor time than Chromium, because it has no windows. */
export const chromiumProgram = needsProgram('chromium-headless-shell', 'chromium-headless-shell');

let started: Promise<Browser> | undefined;

/**
 * Returns a browser that test files share, because starting one takes longer than many tests. It ends with the process.
 */
export function sharedChromium(): Promise<Browser> {
  started ??= chromium.launch({
    executablePath: chromiumProgram.path,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      // Sets the language, which desktop browsers take from their settings. SVG files use it in `switch`.
      '--accept-lang=en-US,en',
      // Not every version of headless Chromium allows sound before a click.
      '--autoplay-policy=no-user-gesture-required',
      // A microphone that beeps and needs no permission.
      ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    ],
  });
  return started;
}

/**
 * Returns a context that shares no data with other contexts. It is closed after the test, or when `whenOver` calls
 * `end`.
 */
export async function browserContext(
  options?: BrowserContextOptions,
  whenOver: (end: () => Promise<void>) => void = onTestFinished,
): Promise<BrowserContext> {
  const context = await (await sharedChromium()).newContext(options);
  whenOver(() => context.close());
  return context;
}
