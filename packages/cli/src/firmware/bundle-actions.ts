import type { KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type BundleHeader,
  ByteSource,
  decodeManifest,
  describeBytes,
  encodeHeader,
  isKeyId,
  isSignedBy,
  type KeyChange,
  keyId,
  makeKeyPair,
  ownHardware,
  ownProduct,
  readHeader,
  readPrivateKey,
  readPublicKey,
  shortKey,
  signManifest,
  stationBundle,
} from '@stationery/appliance';
import { AppError, messageOf, systemErrorCode } from '@stationery/core';
import { exitCodes, Failure, UsageError } from '../terminal/exit-codes.ts';
import { checkoutVersion, collectStation, stationEntry } from './collect-station.ts';

const checkout = fileURLToPath(new URL('../../../..', import.meta.url));

export function keygen(out: string | undefined) {
  const [secret, open] = [`${need(out, '--out')}.key`, `${out}.pub`];
  const pair = makeKeyPair();
  write(secret, pair.privateKey, { mode: 0o600, flag: 'wx' });
  write(open, pair.publicKey, { flag: 'wx' });
  const key = readPublicKey(open);
  return { privateKey: secret, publicKey: open, text: shortKey(key), id: keyId(key) };
}

type BuildOptions = Partial<
  Record<
    | 'out'
    | 'version'
    | 'minimum-version'
    | 'product'
    | 'hardware'
    | 'root'
    | 'key'
    | 'add-keys'
    | 'revoke-keys',
    string | undefined
  >
>;

export function build(options: BuildOptions) {
  const path = need(options.out, '--out');
  const root = options.root ?? checkout;
  const version = options.version ?? checkoutVersion(root);
  const about = {
    product: options.product ?? ownProduct,
    hardware: options.hardware ?? ownHardware,
    version,
    minimumVersion: options['minimum-version'] ?? '0.0.0',
    ...keyChange(options['add-keys'], options['revoke-keys']),
  };
  const key = options.key === undefined ? undefined : readPrivateKey(options.key);
  const bundle = stationBundle(about, { entry: stationEntry, files: collectStation(root, version) }, key);
  write(path, bundle);
  const { product, hardware } = about;
  return { path, product, version, hardware, sizeBytes: bundle.length, signed: key !== undefined };
}

/** Adds a signature. Keeps the manifest byte for byte, so that signatures by other keys stay valid. */
export async function sign(path: string, options: Partial<Record<'key' | 'out', string | undefined>>) {
  const { header, payload } = await open(path);
  const out = options.out ?? path;
  const mine = signManifest(header.manifest, readPrivateKey(need(options.key, '--key')));
  const others = header.signatures.filter(({ keyId: id }) => id !== mine.keyId);
  const signatures = [...others, mine];
  write(out, Buffer.concat([encodeHeader({ manifest: header.manifest, signatures }), payload]));
  return { path: out, keyIds: signatures.map(({ keyId: id }) => id) };
}

/** Parses lists of keys, each a file or base64. A key to revoke may also be given by its id. */
function keyChange(added: string | undefined, revoked: string | undefined): { keys?: KeyChange } {
  if (added === undefined && revoked === undefined) return {};
  const words = (text = '') => text.split(',').filter((word) => word !== '');
  const add = words(added).map((text) => shortKey(readPublicKey(text)));
  const revoke = words(revoked).map((text) => (isKeyId(text) ? text : keyId(readPublicKey(text))));
  return { keys: { add, revoke } };
}

export async function inspect(path: string, keyText: string | undefined) {
  const { header, payload } = await open(path);
  const manifest = decodeManifest(header.manifest);
  const found = describeBytes(payload);
  const [described] = manifest.payloads;
  if (described?.sha256 !== found.sha256 || described.sizeBytes !== found.sizeBytes) {
    throw new AppError('firmware-rejected', 'The payload does not match the manifest.');
  }
  return { manifest, signature: signatureOf(header, keyText) };
}

function signatureOf({ manifest, signatures }: BundleHeader, keyText: string | undefined): string {
  const by = signatures.map(({ keyId: id }) => id).join(' and ');
  if (keyText === undefined) return by === '' ? 'none' : `by ${by}; check it with --key`;
  if (by === '') throw new AppError('firmware-rejected', 'The bundle is not signed.');
  const key: KeyObject = readPublicKey(keyText);
  if (!signatures.some((signature) => isSignedBy(manifest, signature, key))) {
    throw new AppError('firmware-rejected', 'The signature is not by this key, or the manifest was changed.');
  }
  return `valid, by ${keyId(key)} (${shortKey(key)})`;
}

async function open(path: string) {
  const bytes = read(path);
  async function* all() {
    yield bytes;
  }
  const header = await readHeader(new ByteSource(all()));
  const headBytes = encodeHeader(header).length;
  return { header, payload: bytes.subarray(headBytes) };
}

function need(value: string | undefined, what: string): string {
  if (value === undefined) throw new UsageError(`${what} is missing`);
  return value;
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT')
      throw new Failure(`there is no file “${path}”`, exitCodes.notFound);
    throw new Failure(`can’t read “${path}”: ${messageOf(error)}`);
  }
}

function write(path: string, content: string | Buffer, options: { mode?: number; flag?: string } = {}): void {
  try {
    writeFileSync(path, content, options);
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') throw new Failure(`“${path}” exists`);
    throw new Failure(`can’t write “${path}”: ${messageOf(error)}`);
  }
}
