import {
  type FirmwareReason,
  type JobReason,
  PlotterError,
  type ReaderReason,
  StationError,
} from '@stationery/client';
import { plotterCommands } from '@stationery/contract/plotter-commands';
import { afterEach, describe, expect, it } from 'vitest';
import { describeReason, describeRefusal, explainError } from '../plotter/state/describe-reason.ts';
import { explain } from '../service/explain.ts';
import { formatBytes } from '../ui/format.ts';
import { languageOf, localeOf, spoken } from './language.ts';
import { numberText, readNumber } from './number-text.ts';
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

describe('the texts of a page', () => {
  it('change with the language, even in parts that a caller has stored', async () => {
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

  it('format numbers according to the language', async () => {
    expect(formatBytes(51_203_344)).toBe('51.2 MB');
    await speakGerman();
    expect(formatBytes(51_203_344)).toMatch(/^51,2\sMB$/);
  });

  it('use the decimal separator of the language in fields, which accept both point and comma', async () => {
    expect([numberText(1234.5), numberText(0.1 + 0.2)]).toEqual(['1234.5', '0.3']);
    await speakGerman();
    expect([numberText(1234.5), numberText(-0.5)]).toEqual(['1234,5', '-0,5']);
    expect([' 1,5', '1.5', '-,5', '2,', '0'].map(readNumber)).toEqual([1.5, 1.5, -0.5, 2, 0]);
    expect(['', ',', '1.000,5', '1e3', '0x10', 'Infinity'].map(readNumber)).toEqual(
      Array(6).fill(Number.NaN),
    );
  });

  it('explain a refusal with the reason from the plotter service, if it sent one', async () => {
    const because = { code: 'port-lost', port: '/dev/ttyUSB0' } as const;
    const refused = (cause: JobReason | undefined) =>
      new PlotterError({
        code: 'port-closed',
        status: 503,
        title: 'Port closed',
        detail: 'In English.',
        method: 'POST',
        url: '',
        document: { cause },
      });
    expect(explainError(refused({ code: 'plotter-missing', because }))).toBe('In English.');
    await Promise.all([plotterCatalogue.load('de'), speakGerman()]);
    expect(explainError(refused({ code: 'plotter-missing', because }))).toBe(
      'Der Plotter ist nicht verbunden. Die Verbindung zu /dev/ttyUSB0 ist abgebrochen. Prüfen Sie Kabel und Stromversorgung.',
    );
    expect(explainError(refused(undefined))).toMatch(/^Der Plotter ist nicht verbunden\./);
  });

  it('explain a refusal by its code, except in English, where the service explains it', async () => {
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
    // A newer service may send codes that this page does not know.
    const { reader } = stationTexts.tags;
    expect(reader.reason({ code: 'reader-missing', port: '/dev/ttyUSB0' })).toMatch(
      /^An \/dev\/ttyUSB0 ist kein NFC-Leser/,
    );
    expect(reader.reason({ code: 'constructor' } as unknown as ReaderReason)).toBeUndefined();
    const { firmware } = stationTexts;
    const exited = { code: 'version-exited', version: '8.0.0', status: 7, output: 'no such module' } as const;
    expect(firmware.reason(exited)).toBe(
      'Die Version 8.0.0 endete mit dem Status 7, bevor sie betriebsbereit war: no such module',
    );
    expect(firmware.reason({ code: 'constructor' } as unknown as FirmwareReason)).toBeUndefined();
    Object.assign(refusal, { code: 'constructor' });
    expect(explain(refusal)).toBe('There is no room on the card.');
  });

  it('explain the state of a job or connection by its code', async () => {
    const reasons = {
      ended: { reason: 'The service ended while the job was running.', cause: { code: 'service-ended' } },
      resumed: {
        reason: 'Something.',
        cause: { code: 'resume-failed', because: { code: 'port-lost', port: '/dev/ttyUSB0' } },
      },
      refused: {
        reason: 'The plotter refused “MOVE X40000 Y0”: ERR LIMIT',
        cause: {
          code: 'command-refused',
          command: 'MOVE X40000 Y0',
          reply: 'ERR LIMIT',
          refusal: { code: 'outside-limits', xMm: 500, yMm: 0 },
        },
      },
      pen: {
        reason: 'Put in pen 2 of 3: Shading (#ff0000)',
        cause: { code: 'pen-change', number: 2, count: 3, name: 'Shading', colour: '#ff0000' },
      },
      numbered: {
        reason: 'Put in pen 1 of 2: Pen 12 (#0000ff)',
        cause: { code: 'pen-change', number: 1, count: 2, name: 'Pen 12', colour: '#0000ff' },
      },
      // A newer service may send a code that this page does not know, or a job may have no code.
      newer: { reason: 'The pen is dry.', cause: { code: 'constructor' } as unknown as JobReason },
      older: { reason: 'The service was restarted.' },
    } satisfies Record<string, { reason: string; cause?: JobReason }>;
    const said = () => Object.values(reasons).map((each) => describeReason(each));
    expect(said()).toEqual([
      'The service ended while the job was running.',
      'Something.',
      'The plotter refused “MOVE X40000 Y0”: X 500.0 mm, Y 0.0 mm is outside the limits. Fix the drawing, or change the limits of the machine.',
      'Put in pen 2 of 3: Shading (#ff0000)',
      'Put in pen 1 of 2: Pen 12 (#0000ff)',
      'The pen is dry.',
      'The service was restarted.',
    ]);
    expect(describeRefusal({ code: 'other' }, 'error:99')).toBe('error:99');
    await Promise.all([plotterCatalogue.load('de'), speakGerman()]);
    expect(said()).toEqual([
      'Der Dienst ist mitten im Auftrag abgebrochen.',
      'Der Auftrag konnte nicht fortgesetzt werden: Die Verbindung zu /dev/ttyUSB0 ist abgebrochen. Prüfen Sie Kabel und Stromversorgung.',
      'Der Plotter hat „MOVE X40000 Y0“ abgelehnt: X 500,0 mm, Y 0,0 mm liegt außerhalb der Grenzen. Korrigieren Sie die Zeichnung oder ändern Sie die Grenzen der Maschine.',
      'Setzen Sie Stift 2 von 3 ein: Shading (#ff0000)',
      'Setzen Sie Stift 1 von 2 ein: Stift 12 (#0000ff)',
      'The pen is dry.',
      'The service was restarted.',
    ]);
  });

  it.each([
    [['de-CH', 'en-GB'], 'de', 'de-CH'],
    [['fr-FR', 'en-GB'], 'en', 'en-GB'],
    [['fr-FR'], 'en', 'en'],
    [['constructor'], 'en', 'en'],
    [[], 'en', 'en'],
  ])('are chosen by the preferences of the browser: %j', (preferred, language, locale) => {
    expect(languageOf(preferred)).toBe(language);
    expect(localeOf(languageOf(preferred), preferred)).toBe(locale);
  });
});
