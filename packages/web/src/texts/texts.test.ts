import { StationError } from '@stationery/client';
import { plotterCommands } from '@stationery/contract/plotter-commands';
import { afterEach, describe, expect, it } from 'vitest';
import { explain } from '../service/explain.ts';
import { formatBytes } from '../ui/format.ts';
import { languageOf, localeOf, spoken } from './language.ts';
import { plotterCatalogue, plotterTexts } from './plotter.ts';
import { sharedCatalogue } from './shared.ts';
import { stationCatalogue, stationTexts } from './station.ts';

const english = spoken.value;
afterEach(() => {
  spoken.value = english;
});

async function speakGerman(): Promise<void> {
  await Promise.all([stationCatalogue.load('de'), sharedCatalogue.load('de')]);
  spoken.value = { language: 'de', locale: 'de-DE' };
}

describe('texts in a language', () => {
  it('follow it, also those that somebody has kept a part of', async () => {
    const { files } = stationTexts;
    expect([files.title, files.count(1), files.count(1234)]).toEqual(['Files', '1 file', '1,234 files']);
    await speakGerman();
    expect([files.title, files.count(1), files.count(1234)]).toEqual(['Dateien', '1 Datei', '1.234 Dateien']);
    expect(Object.values(stationTexts.files.order)).toEqual(['Neueste', 'Name', 'Größe']);
  });

  it('explain every command of the firmware', async () => {
    await Promise.all([plotterCatalogue.load('de'), speakGerman()]);
    const { commandHelp } = plotterTexts.console;
    const inEnglish = plotterCommands.filter(({ verb, summary }) => commandHelp(verb, summary) === summary);
    expect(inEnglish).toEqual([]);
  });

  it('come with its numbers', async () => {
    expect(formatBytes(51_203_344)).toBe('51.2 MB');
    await speakGerman();
    expect(formatBytes(51_203_344)).toMatch(/^51,2\sMB$/);
  });

  it('explain what a service refuses by its code; in English the service explains it', async () => {
    const refusal = new StationError({
      code: 'card-full',
      status: 507,
      title: 'No room',
      detail: 'There is no room on the card.',
      method: 'POST',
      url: '',
      document: undefined,
    });
    expect(explain(refusal)).toBe('There is no room on the card.');
    await speakGerman();
    expect(explain(refusal)).toMatch(/^Auf der Karte ist kein Platz mehr\./);
    // A newer service may have codes that this page does not know.
    Object.assign(refusal, { code: 'constructor' });
    expect(explain(refusal)).toBe('There is no room on the card.');
  });

  it.each([
    [['de-CH', 'en-GB'], 'de', 'de-CH'],
    [['fr-FR', 'en-GB'], 'en', 'en-GB'],
    [['fr-FR'], 'en', 'en'],
    [['constructor'], 'en', 'en'],
    [[], 'en', 'en'],
  ])('are chosen by what the browser prefers: %j', (preferred, language, locale) => {
    expect(languageOf(preferred)).toBe(language);
    expect(localeOf(languageOf(preferred), preferred)).toBe(locale);
  });
});
