import { fileURLToPath } from 'node:url';

// The same path relative to the built entry and to its source.
const built = (name: string) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));

/** Folder of the built station page. */
export const stationPage = built('station');
/** Folder of the built plotter page. */
export const plotterPage = built('plotter');
/** Folder of the built board page. */
export const boardPage = built('board');
