export { type FileContent, fileContent } from './node/file-content.ts';
export { type Trust, trustingFetch } from './node/trusting-fetch.ts';
