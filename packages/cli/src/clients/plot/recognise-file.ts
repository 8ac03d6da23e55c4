// Loaded only by commands that read a file, so that the others start faster.
export { notReadableMessage, recogniseFile } from '@stationery/drawing';
