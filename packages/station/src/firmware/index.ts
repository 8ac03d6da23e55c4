export { readHeader } from './bundle/bundle-header.ts';
export { ByteSource } from './bundle/byte-source.ts';
export { decodeManifest, type Manifest } from './bundle/manifest.ts';
export {
  isSignedBy,
  makeKeyPair,
  readPrivateKey,
  readPublicKey,
  shortKey,
  signManifest,
} from './bundle/signature.ts';
export type { TarFile } from './bundle/tar-writer.ts';
export {
  type BundleAbout,
  bundleOf,
  describeBytes,
  fileBundle,
  stationBundle,
} from './bundle/write-bundle.ts';
export { findLauncher, type LauncherLink } from './launcher/launcher-link.ts';
