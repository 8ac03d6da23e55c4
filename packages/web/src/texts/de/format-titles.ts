import { drawingTitles } from '@stationery/contract/drawing-formats';

/** German capitalises both parts of compounds. */
export const germanTitle = (title: string) => title.replace(/-[a-z]/g, (part) => part.toUpperCase());

export const germanTitles = germanTitle(drawingTitles());
