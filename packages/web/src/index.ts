import { fileURLToPath } from 'node:url';

// The same path relative to the built entry and to its source.
const built = (name: string) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));

export const stationPage = built('station');
export const plotterPage = built('plotter');
export const boardPage = built('board');
