// Loaded only by commands that read a file, so that the others start faster.
export { notSvgMessage, recogniseFile } from '@stationery/drawing';
