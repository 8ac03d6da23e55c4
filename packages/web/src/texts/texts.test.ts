import { afterEach, describe, expect, it } from 'vitest';
import { formatBytes } from '../ui/format.ts';
import { languageOf, localeOf, spoken } from './language.ts';
import { stationCatalogue, stationTexts } from './station.ts';

const english = spoken.value;
afterEach(() => {
  spoken.value = english;
});

async function speakGerman(): Promise<void> {
  await stationCatalogue.load('de');
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

  it('come with its numbers', async () => {
    expect(formatBytes(51_203_344)).toBe('51.2 MB');
    await speakGerman();
    expect(formatBytes(51_203_344)).toMatch(/^51,2\sMB$/);
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
