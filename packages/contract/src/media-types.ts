export const jsonApi = 'application/vnd.api+json';
export const json = 'application/json';
export const problem = 'application/problem+json';
export const multipart = 'multipart/form-data';
export const eventStream = 'text/event-stream';
export const anyBytes = 'application/octet-stream';
export const svg = 'image/svg+xml';
