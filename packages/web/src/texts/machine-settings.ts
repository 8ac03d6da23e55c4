import { bundledTexts } from './catalogue.ts';
import { machineSettingsGerman } from './de/plotter/machine-settings.ts';
import { machineSettingsEnglish } from './en/plotter/machine-settings.ts';

/** What the settings of the machine say. */
export const machineSettingsTexts = bundledTexts({ en: machineSettingsEnglish, de: machineSettingsGerman });
