export const jsonApi = 'application/vnd.api+json';
export const json = 'application/json';
export const problem = 'application/problem+json';
export const multipart = 'multipart/form-data';
export const eventStream = 'text/event-stream';
/** In a description: of whatever type the content is. */
export const anyType = '*/*';
/** A drawing in any format, recognised by its first bytes. */
export const anyBytes = 'application/octet-stream';
export const tar = 'application/x-tar';
/** The bytes of a resumable upload. */
export const tusContent = 'application/offset+octet-stream';
