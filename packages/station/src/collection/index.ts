export { CollectionError, damaged } from './collection-error.ts';
export { type ContentPlace, piecesOf, sha256At } from './content.ts';
export { openFolder } from './import-from-card.ts';
export {
  type CollectedFile,
  type CollectedTag,
  type Manifest,
  makeManifest,
  readManifest,
} from './manifest.ts';
export { compareFiles, describeChanged, filesOf, mergeTag, refuseTooManyFiles } from './merge.ts';
