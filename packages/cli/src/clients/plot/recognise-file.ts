// Loaded only by commands that read a file, so that the others start faster.
export { recogniseFile } from '@stationery/drawing';
