import { defineCommand } from '../command-line/command.ts';

// Loaded on demand, because the code that makes bundles is large.
const actions = () => import('./bundle-actions.ts');

const outOption = { placeholder: '<bundle>', help: 'Where to save the bundle', completes: 'file' } as const;

export const keygen = defineCommand({
  summary: 'Make a key pair',
  about: 'Writes <name>.key, which signs bundles and must be kept secret, and <name>.pub for the stations.',
  options: { out: { placeholder: '<name>', help: 'Name of both files, without an ending (required)' } },
  examples: ['stationery firmware keygen --out release'],
  async run({ options, out }) {
    const made = (await actions()).keygen(options.out);
    out.result(made, () => {
      out.line(`${made.privateKey}   to sign with; keep it secret`);
      out.line(`${made.publicKey}   for STATION_FIRMWARE_KEYS; or as text: ${made.text}`);
      out.line(`${made.id}   its key id`);
    });
  },
});

export const build = defineCommand({
  summary: 'Pack a bundle',
  about: `Packs the built station of a checkout. With --add-keys and --revoke-keys it
changes the keys that a station trusts, once the new version has passed its trial.`,
  options: {
    out: { ...outOption, help: 'Where to save the bundle (required)' },
    version: { placeholder: '<1.4.0>', help: 'Version of the bundle; default: the version of the checkout' },
    key: { placeholder: '<name.key>', help: 'Sign with this key', completes: 'file' },
    'minimum-version': { placeholder: '<1.0.0>', help: 'The oldest version that this bundle can update' },
    product: { placeholder: '<name>', help: 'Default: stationery-station' },
    hardware: {
      placeholder: '<name>',
      help: 'Hardware the bundle is for; “any” for all; default: that of this computer',
    },
    root: { placeholder: '<folder>', help: 'The checkout', completes: 'folder' },
    'add-keys': { placeholder: '<name.pub,…>', help: 'Keys that the station trusts after the update' },
    'revoke-keys': {
      placeholder: '<name.pub or key id,…>',
      help: 'Keys that the station no longer trusts after the update',
    },
  },
  examples: [
    'stationery firmware build --version 1.4.0 --key release.key --out station-1.4.0.stnfw',
    'stationery firmware build --version 1.4.0 --key release.key --add-keys next.pub --out station-1.4.0.stnfw',
  ],
  async run({ options, out }) {
    const made = (await actions()).build(options);
    const signed = made.signed ? 'signed' : 'not signed';
    out.result(made, () =>
      out.line(
        `${made.path}   ${made.product} ${made.version} for ${made.hardware}, ${made.sizeBytes} bytes, ${signed}`,
      ),
    );
  },
});

export const sign = defineCommand({
  summary: 'Sign a bundle',
  arguments: '<bundle>',
  completes: ['file'],
  about: 'Signatures by other keys stay, so a bundle can be signed with an old and a new key.',
  options: {
    key: { placeholder: '<name.key>', help: 'The key to sign with (required)', completes: 'file' },
    out: { ...outOption, help: 'Where to save the signed bundle, default: in place' },
  },
  examples: ['stationery firmware sign station-1.4.0.stnfw --key release.key'],
  async run({ args: [path = ''], options, out }) {
    const made = await (await actions()).sign(path, options);
    out.result(made, () => out.line(`${made.path}   signed by ${made.keyIds.join(' and ')}`));
  },
});

export const inspect = defineCommand({
  summary: 'Show what a bundle is, and check it',
  arguments: '<bundle>',
  completes: ['file'],
  about: 'Shows whether it is complete and which keys signed it; with --key, whether the signature is valid.',
  options: {
    key: { placeholder: '<name.pub>', help: 'The key to check the signature with', completes: 'file' },
  },
  examples: ['stationery firmware inspect station-1.4.0.stnfw --key release.pub'],
  async run({ args: [path = ''], options, out }) {
    const { manifest, signature } = await (await actions()).inspect(path, options.key);
    out.result({ manifest, signature }, () => {
      out.line(JSON.stringify(manifest, null, 2));
      out.line(`Signature: ${signature}`);
    });
  },
});
