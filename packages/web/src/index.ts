import { fileURLToPath } from 'node:url';

// This relative path works from both the built file and its source.
const built = (name: string) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));

export const stationPage = built('station');
export const plotterPage = built('plotter');
export const boardPage = built('board');
