import { fileURLToPath } from 'node:url';

// Beside the built entry and beside its source alike.
const built = (name: string) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));

/** The folder of the built page that a station shows. */
export const stationPage = built('station');
/** The folder of the built page that the plotter service shows. */
export const plotterPage = built('plotter');
/** The folder of the built page that the board of a fleet shows. */
export const boardPage = built('board');
