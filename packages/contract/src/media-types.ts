export const jsonApi = 'application/vnd.api+json';
export const json = 'application/json';
export const problem = 'application/problem+json';
export const multipart = 'multipart/form-data';
export const eventStream = 'text/event-stream';
/** In API descriptions: content of any type. */
export const anyType = '*/*';
/** A drawing in any format; the first bytes identify it. */
export const anyBytes = 'application/octet-stream';
export const tar = 'application/x-tar';
export const tusContent = 'application/offset+octet-stream';
