import { needsProgram } from '@stationery/core/testing';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** Headless Chromium: without windows it takes a third less processor time. */
export const chromiumProgram = needsProgram('chromium-headless-shell', 'chromium-headless-shell');

let started: Promise<Browser> | undefined;

/**
 * The Chromium of this process, shared by its test files, because starting it takes longer than many tests. It ends
 * with the process.
 */
export function sharedChromium(): Promise<Browser> {
  started ??= chromium.launch({
    executablePath: chromiumProgram.path,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      // Desktop browsers take this from their settings; SVG selects languages by it.
      '--accept-lang=en-US,en',
      // A microphone that beeps, without a question.
      ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    ],
  });
  return started;
}

/** A separate profile, so that its pages share nothing with others. Closed after the test, or by `whenOver`. */
export async function browserContext(
  options?: BrowserContextOptions,
  whenOver: (end: () => Promise<void>) => void = onTestFinished,
): Promise<BrowserContext> {
  const context = await (await sharedChromium()).newContext(options);
  whenOver(() => context.close());
  return context;
}
