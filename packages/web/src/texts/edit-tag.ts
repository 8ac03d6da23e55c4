import { bundledTexts } from './catalogue.ts';
import { editTagGerman } from './de/station/edit-tag.ts';
import { editTagEnglish } from './en/station/edit-tag.ts';

/** What the dialog of a tag says. */
export const editTagTexts = bundledTexts({ en: editTagEnglish, de: editTagGerman });
