export const jsonApi = 'application/vnd.api+json';
export const json = 'application/json';
export const problem = 'application/problem+json';
export const multipart = 'multipart/form-data';
export const eventStream = 'text/event-stream';
/** In a description: of whatever type the content is. */
export const anyType = '*/*';
export const svg = 'image/svg+xml';
export const hpgl = 'application/vnd.hp-hpgl';
export const gCode = 'text/x-gcode';
/** A drawing of any format: its first bytes say which. */
export const anyBytes = 'application/octet-stream';
export const tar = 'application/x-tar';
/** The bytes of a resumable upload. */
export const tusContent = 'application/offset+octet-stream';
