export { ownHardware, ownProduct } from './accept-bundle.ts';
export { type BundleHeader, encodeHeader, readHeader } from './bundle/bundle-header.ts';
export { ByteSource } from './bundle/byte-source.ts';
export {
  isKeyId,
  keyId,
  makeKeyPair,
  readPrivateKey,
  readPublicKey,
  shortKey,
} from './bundle/key-files.ts';
export { decodeManifest, type KeyChange, type Manifest } from './bundle/manifest.ts';
export { isSignedBy, signManifest } from './bundle/signature.ts';
export type { TarFile } from './bundle/tar-writer.ts';
export {
  type BundleAbout,
  bundleOf,
  describeBytes,
  stationBundle,
} from './bundle/write-bundle.ts';
export { Firmware } from './firmware.ts';
export { keysFile } from './keys/stored-key-changes.ts';
export { TrustedKeys } from './keys/trusted-keys.ts';
export { findLauncher, type LauncherLink } from './launcher/launcher-link.ts';
export { selfCheck } from './self-check.ts';
