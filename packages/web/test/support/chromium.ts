import { needsProgram } from '@stationery/core/testing';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** Takes a third less processor time than Chromium, because it has no windows. */
export const chromiumProgram = needsProgram('chromium-headless-shell', 'chromium-headless-shell');

let started: Promise<Browser> | undefined;

/** Shared by test files, because starting it takes longer than many tests. Ends with the process. */
export function sharedChromium(): Promise<Browser> {
  started ??= chromium.launch({
    executablePath: chromiumProgram.path,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      // Desktop browsers take the language from their settings. SVG files use it in `switch`.
      '--accept-lang=en-US,en',
      // A microphone that beeps and needs no permission.
      ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    ],
  });
  return started;
}

/** Shares no data with other profiles. Closed after the test, or by `whenOver`. */
export async function browserContext(
  options?: BrowserContextOptions,
  whenOver: (end: () => Promise<void>) => void = onTestFinished,
): Promise<BrowserContext> {
  const context = await (await sharedChromium()).newContext(options);
  whenOver(() => context.close());
  return context;
}
