// Loaded where a file is looked at; the other commands start without it.
export { notSvgMessage, recogniseFile } from '@stationery/drawing';
