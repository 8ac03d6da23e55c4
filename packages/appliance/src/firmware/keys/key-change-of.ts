import { readHeader } from '../bundle/bundle-header.ts';
import { ByteSource } from '../bundle/byte-source.ts';
import { decodeManifest, type KeyChange } from '../bundle/manifest.ts';
import { type KeyRing, signatureFault } from './key-ring.ts';

/**
 * What the head of an installed bundle changes among the keys. It is verified again: it has lain on a disk since.
 * A bundle that revoked its own key is not believed again, and need not be: its change was kept then.
 */
export async function keyChangeOf(head: Buffer, ring: KeyRing): Promise<KeyChange | undefined> {
  async function* all() {
    yield head;
  }
  const header = await readHeader(new ByteSource(all()));
  const isTrusted = header.signatures.length > 0 && signatureFault(header, ring) === undefined;
  return isTrusted ? decodeManifest(header.manifest).keys : undefined;
}
