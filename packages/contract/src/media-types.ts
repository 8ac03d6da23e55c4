export const jsonApi = 'application/vnd.api+json';
export const json = 'application/json';
export const problem = 'application/problem+json';
export const multipart = 'multipart/form-data';
export const eventStream = 'text/event-stream';
/** Stands for content of any type in API descriptions. */
export const anyType = '*/*';
/** The media type of a drawing in any format. Its first bytes identify the format. */
export const octetStream = 'application/octet-stream';
export const tar = 'application/x-tar';
export const tusContent = 'application/offset+octet-stream';
