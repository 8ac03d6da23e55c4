import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns accessibility problems in the form “rule: where”. */
export async function obstacles(page: Page): Promise<string[]> {
  // Finishes animations, because moving elements do not have their final colours yet.
  await page
    .evaluate('Promise.all(document.getAnimations().map((animation) => animation.finish?.()))')
    .catch(() => undefined);
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  // Requests only violations, because passed checks are five times as much data. Disables rules of less impact, because
  // they take half the time.
  return page.evaluate(`axe.run(document, {
    resultTypes: ['violations'],
    preload: false,
    rules: Object.fromEntries(axe._audit.rules
      .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
      .map(({ id }) => [id, { enabled: false }])),
  }).then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`);
}

export async function obstaclesInBothThemes(page: Page): Promise<string[]> {
  const light = await obstacles(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await obstacles(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((obstacle) => `dark: ${obstacle}`)];
}
