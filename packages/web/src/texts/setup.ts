import { computed } from '@preact/signals';
import { setupGerman } from './de/plotter/setup.ts';
import { setupEnglish } from './en/plotter/setup.ts';
import { language } from './language.ts';

/** Both languages come with the dialog, which is loaded when it is used. */
export const setupTexts = computed(() => ({ en: setupEnglish, de: setupGerman })[language.value]);
