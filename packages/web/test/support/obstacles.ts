import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What stands in the way of somebody, as “rule: where”. */
export async function obstacles(page: Page): Promise<string[]> {
  // What is in motion has no colours of its own yet.
  await page
    .evaluate('Promise.all(document.getAnimations().map((animation) => animation.finish?.()))')
    .catch(() => undefined);
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  // All that axe finds in order is five times as much as what it finds wrong, and takes as long to hand over. What a rule
  // finds has the impact of the rule: those of less impact would take nearly half of the time, and none of what they find
  // is counted. Files are loaded beforehand for such a rule only.
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

/** The same in the light theme, and then in the dark one. */
export async function obstaclesInBothThemes(page: Page): Promise<string[]> {
  const light = await obstacles(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await obstacles(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((obstacle) => `dark: ${obstacle}`)];
}
