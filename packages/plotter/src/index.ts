export { type CommandShape, commandSet } from './firmware/grammar.ts';
export { type Link, LinkError, type LinkEvent, type LinkState, type Reply } from './link/link.ts';
