export { CollectionError, damaged } from './collection-error.ts';
export { type ContentPlace, piecesOf, sha256At } from './content.ts';
export { openFolder } from './import-from-card.ts';
export {
  type CollectedFile,
  type CollectedTag,
  collectionVersion,
  largestManifestBytes,
  type Manifest,
  readManifest,
} from './manifest.ts';
export { manifestName } from './manifest-name.ts';
export { compareFiles, describeChanged, filesOf, mergeTag, refuseTooManyFiles } from './merge.ts';
