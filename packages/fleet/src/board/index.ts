export { createStreams } from '../broker/layout.ts';
