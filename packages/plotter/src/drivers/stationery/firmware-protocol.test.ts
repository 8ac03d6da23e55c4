import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { a3Plotter, bannerOf } from '../firmware-model/machine-model.ts';
import {
  bufferedLines,
  checkedLine,
  errorMeanings,
  firmwareCommands,
  maxLineChars,
} from '../lines/grammar.ts';

const page = readFileSync(new URL('../../../../../docs/firmware-protocol.md', import.meta.url), 'utf8');
const titles = { basic: 'Basic commands', motion: 'Motion', speed: 'Speed', servo: 'Optional servo' };

it.each(firmwareCommands)(
  'the command “$usage” is documented in its group',
  ({ usage, word, summary, group }) => {
    const section = page.split(/^##+ /m).find((text) => text.startsWith(`${titles[group]}\n`));
    expect(section).toContain(`| \`${usage}\` | \`OK ${word}\` | ${summary.replace(/ \(.*/, '')}`);
  },
);

it.each(Object.entries(errorMeanings))('the error %s is documented', (code, meaning) => {
  expect(page).toContain(`| \`${code}\` | ${meaning} |`);
});

it('the documented numbers match the grammar', () => {
  expect(page).toContain(bannerOf(a3Plotter));
  expect(page).toContain(bannerOf({ ...a3Plotter, queuedCommands: 0 }));
  expect(page).toContain(`\`${checkedLine('DONE', 17)}\``);
  expect(page).toContain(`at most ${maxLineChars} characters`);
  expect(page).toContain(`Up to ${bufferedLines} more lines`);
});
