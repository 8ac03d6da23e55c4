import type { KeyObject } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { contentList, sha256 } from '../slots/slot-content.ts';
import { encodeHeader } from './bundle-header.ts';
import { encodeManifest, type Manifest } from './manifest.ts';
import { signManifest } from './signature.ts';
import { type TarFile, writeTar } from './tar-writer.ts';

export type BundleAbout = Pick<Manifest, 'product' | 'hardware' | 'version' | 'minimumVersion' | 'keys'>;

export function stationBundle(
  about: BundleAbout,
  station: { entry: string; files: readonly TarFile[] },
  privateKey?: KeyObject,
): Buffer {
  const payload = gzipSync(Buffer.concat([...writeTar(station.files)]), { level: 9 });
  return bundleOf(
    {
      ...about,
      payloads: [
        {
          kind: 'station',
          name: 'station.tar.gz',
          ...describeBytes(payload),
          entry: station.entry,
          files: station.files.length,
          unpackedBytes: station.files.reduce((sum, { content }) => sum + content.length, 0),
          contentSha256: sha256(contentList(station.files)),
        },
      ],
    },
    payload,
    privateKey,
  );
}

export function bundleOf(manifest: Manifest, payload: Buffer, privateKey?: KeyObject): Buffer {
  const encoded = encodeManifest(manifest);
  const signatures = privateKey === undefined ? [] : [signManifest(encoded, privateKey)];
  return Buffer.concat([encodeHeader({ manifest: encoded, signatures }), payload]);
}

export function describeBytes(bytes: Buffer): { sizeBytes: number; sha256: string } {
  return { sizeBytes: bytes.length, sha256: sha256(bytes) };
}
