import { bundledTexts } from './catalogue.ts';
import { playerSettingsGerman } from './de/station/player-settings.ts';
import { playerSettingsEnglish } from './en/station/player-settings.ts';

/** What the dialog of the playback settings says. */
export const playerSettingsTexts = bundledTexts({ en: playerSettingsEnglish, de: playerSettingsGerman });
