import { drawingTitles } from '@stationery/contract/drawing-formats';

/** Capitalises both parts of compounds, as German requires. */
export const germanTitle = (title: string) => title.replace(/-[a-z]/g, (part) => part.toUpperCase());

export const germanTitles = germanTitle(drawingTitles());
