export { isLink, type Rendered, type RenderedFile, type RenderedLink } from './rendered-file.ts';
export * from './units/index.ts';
