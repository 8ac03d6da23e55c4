import type { KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { AppError, messageOf, SettingError } from '@stationery/core';
import {
  type BundleHeader,
  ByteSource,
  decodeManifest,
  describeBytes,
  encodeHeader,
  fileBundle,
  isKeyId,
  isSignedBy,
  type KeyChange,
  keyId,
  makeKeyPair,
  readHeader,
  readPrivateKey,
  readPublicKey,
  shortKey,
  signManifest,
  stationBundle,
  thisHardware,
} from '@stationery/station';
import type { bundleSummaries } from './bundle-summaries.ts';
import { checkoutVersion, collectStation, stationEntry } from './collect-station.ts';
import { listKeys } from './list-keys.ts';

const checkout = fileURLToPath(new URL('../../../..', import.meta.url));

/** Each gives what is to be printed. */
export const bundleActions = { keygen, build, sign, inspect, keys: listKeys } satisfies Record<
  keyof typeof bundleSummaries,
  (args: string[]) => string | Promise<string>
>;

function keygen(args: string[]): string {
  const { out } = read(args, ['out']).values;
  const [secret, open] = [`${need(out, '--out')}.key`, `${out}.pub`];
  const { privateKey, publicKey } = makeKeyPair();
  write(secret, privateKey, { mode: 0o600, flag: 'wx' });
  write(open, publicKey, { flag: 'wx' });
  return `${secret}   to sign with; keep it secret
${open}   for STATION_FIRMWARE_KEYS; or as text: ${shortKey(readPublicKey(open))}
${keyId(readPublicKey(open))}   its key id
`;
}

function build(args: string[]): string {
  const { values } = read(args, [
    'out',
    'version',
    'minimum-version',
    'product',
    'hardware',
    'root',
    'payload',
    'key',
    'add-keys',
    'revoke-keys',
  ]);
  const out = need(values.out, '--out');
  const root = values.root ?? checkout;
  const version = values.version ?? checkoutVersion(root);
  const about = {
    product: values.product ?? 'stationery-station',
    hardware: values.hardware ?? thisHardware,
    version,
    minimumVersion: values['minimum-version'] ?? '0.0.0',
    ...keyChange(values['add-keys'], values['revoke-keys']),
  };
  const key = values.key === undefined ? undefined : readPrivateKey(values.key);
  const { payload } = values;
  const bundle =
    payload === undefined
      ? stationBundle(about, { entry: stationEntry, files: collectStation(root, version) }, key)
      : fileBundle(about, basename(payload), readFileSync(payload), key);
  write(out, bundle);
  const signed = key === undefined ? 'not signed' : 'signed';
  return `${out}   ${about.product} ${version} for ${about.hardware}, ${bundle.length} bytes, ${signed}\n`;
}

/** The manifest stays byte for byte, so that signatures by other keys stay good. */
async function sign(args: string[]): Promise<string> {
  const { values, positionals } = read(args, ['key', 'out']);
  const path = need(positionals[0], 'a bundle');
  const { header, payload } = await open(path);
  const out = values.out ?? path;
  const mine = signManifest(header.manifest, readPrivateKey(need(values.key, '--key')));
  // One without a key id cannot stand beside others.
  const others = header.signatures.filter(({ keyId: id }) => id !== undefined && id !== mine.keyId);
  const signatures = [...others, mine];
  write(out, Buffer.concat([encodeHeader({ manifest: header.manifest, signatures }), payload]));
  return `${out}   signed by ${signatures.map(({ keyId: id }) => id).join(' and ')}\n`;
}

/** Lists as they are given: files, keys in base64 or, to revoke, ids. */
function keyChange(added: string | undefined, revoked: string | undefined): { keys?: KeyChange } {
  if (added === undefined && revoked === undefined) return {};
  const words = (text = '') => text.split(',').filter((word) => word !== '');
  const add = words(added).map((text) => shortKey(readPublicKey(text)));
  const revoke = words(revoked).map((text) => (isKeyId(text) ? text : keyId(readPublicKey(text))));
  return { keys: { add, revoke } };
}

async function inspect(args: string[]): Promise<string> {
  const { values, positionals } = read(args, ['key']);
  const { header, payload } = await open(need(positionals[0], 'a bundle'));
  const manifest = decodeManifest(header.manifest);
  const found = describeBytes(payload);
  const [described] = manifest.payloads;
  if (described?.sha256 !== found.sha256 || described.sizeBytes !== found.sizeBytes) {
    throw new AppError('firmware-rejected', 'The payload is not the one that the manifest describes.');
  }
  return `${JSON.stringify(manifest, null, 2)}\nSignature: ${signatureOf(header, values.key)}\n`;
}

function signatureOf({ manifest, signatures }: BundleHeader, keyText: string | undefined): string {
  const by = signatures.map(({ keyId: id }) => id ?? 'a key without an id').join(' and ');
  if (keyText === undefined) return by === '' ? 'none' : `by ${by}; give --key to check it`;
  if (by === '') throw new AppError('firmware-rejected', 'The bundle is not signed.');
  const key: KeyObject = readPublicKey(keyText);
  if (!signatures.some((signature) => isSignedBy(manifest, signature, key))) {
    throw new AppError('firmware-rejected', 'The signature is not by this key, or the manifest was changed.');
  }
  return `good, by ${keyId(key)} (${shortKey(key)})`;
}

async function open(path: string) {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new SettingError(messageOf(error));
  }
  async function* all() {
    yield bytes;
  }
  const header = await readHeader(new ByteSource(all()));
  const headBytes = encodeHeader(header).length;
  return { header, payload: bytes.subarray(headBytes) };
}

function read<const N extends string>(args: string[], names: readonly N[]) {
  const options: ParseArgsConfig['options'] = Object.fromEntries(
    names.map((name) => [name, { type: 'string' }]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values: values as Partial<Record<N, string>>, positionals };
  } catch (error) {
    throw new SettingError(messageOf(error).split(/\. |\n/)[0] ?? 'the options could not be read');
  }
}

function need(value: string | undefined, what: string): string {
  if (value === undefined) throw new SettingError(`${what} is missing; try: stationery firmware --help`);
  return value;
}

function write(path: string, content: string | Buffer, options: { mode?: number; flag?: string } = {}): void {
  try {
    writeFileSync(path, content, options);
  } catch (error) {
    throw new SettingError(messageOf(error));
  }
}
