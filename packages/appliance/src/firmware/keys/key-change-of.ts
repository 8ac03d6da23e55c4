import { readHeader } from '../bundle/bundle-header.ts';
import { ByteSource } from '../bundle/byte-source.ts';
import { decodeManifest, type KeyChange } from '../bundle/manifest.ts';
import { type KeyRing, signatureFault } from './key-ring.ts';

/**
 * Key changes of an installed bundle. Verifies the header again, because it was on disk since. A bundle that revoked
 * its own key fails, but its change is already stored.
 */
export async function keyChangeOf(head: Buffer, ring: KeyRing): Promise<KeyChange | undefined> {
  async function* all() {
    yield head;
  }
  const header = await readHeader(new ByteSource(all()));
  const isTrusted = header.signatures.length > 0 && signatureFault(header, ring) === undefined;
  return isTrusted ? decodeManifest(header.manifest).keys : undefined;
}
