import { AppError } from '@stationery/core/errors';
import { SettingError } from '@stationery/core/settings';
import { didYouMean } from '../clients/closest.ts';
import { firmwareCommands } from '../clients/firmware/index.ts';
import { runClient } from '../clients/run-client.ts';
import { bundleSummaries } from './bundle-summaries.ts';

export function firmwareHelp(): string {
  return `Usage: stationery firmware <command> [options]

Makes and reads the bundles that update a station, and updates a station that runs.

Bundles:
  keygen --out <name>
      Makes a key pair: <name>.key to sign with, which is kept secret, and <name>.pub for stations
  build --out <bundle> [--version <1.4.0>] [--key <name.key>] [--minimum-version <1.0.0>]
        [--product <name>] [--hardware <name>] [--root <checkout>] [--payload <file>]
        [--add-keys <name.pub,…>] [--revoke-keys <name.pub or key id,…>]
      Packs the built station of a checkout; with --payload, any file, for an installer of somebody else’s. With
      --add-keys and --revoke-keys it changes the keys that a station trusts, once the new version has proven itself
  sign <bundle> --key <name.key> [--out <bundle>]
      Signs a bundle; signatures by other keys stay, so a bundle can have those of an old and a new key
  inspect <bundle> [--key <name.pub>]
      Says what a bundle is, whether it is whole, which keys signed it, and with --key whether that is true
  keys [options of the station]
      Lists the keys that the station of this machine’s settings trusts, and those that were revoked

A station that runs (“stationery firmware <command> --help” says more):
${stationRows()}

Examples:
  stationery firmware keygen --out release
  stationery firmware build --version 1.4.0 --key release.key --out station-1.4.0.stnfw
  stationery firmware build --payload os.raucb --version 1.4.0 --hardware any --key release.key --out os.stnfw
  stationery firmware build --version 1.4.0 --key release.key --add-keys next.pub --out station-1.4.0.stnfw
  stationery firmware inspect station-1.4.0.stnfw --key release.pub
  stationery firmware keys
  stationery firmware install station-1.4.0.stnfw --station kitchen.local
  stationery firmware status
`;
}

function stationRows(): string {
  return Object.entries(firmwareCommands)
    .map(
      ([name, command]) =>
        `  ${[name, command.arguments].filter(Boolean).join(' ')}\n      ${command.summary}`,
    )
    .join('\n');
}

const isBundleAction = (name: string): name is keyof typeof bundleSummaries =>
  Object.hasOwn(bundleSummaries, name);

export async function runFirmware([name = '', ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(firmwareCommands, name) ? firmwareCommands[name] : undefined;
  if (command !== undefined) return runClient(`firmware ${name}`, command, args);
  if (!isBundleAction(name)) {
    const names = [...Object.keys(bundleSummaries), ...Object.keys(firmwareCommands)];
    throw new SettingError(
      `there is no “${name}”${didYouMean(name, names) || `; there are: ${names.join(', ')}`}`,
    );
  }
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(firmwareHelp());
    return 0;
  }
  // What makes bundles is large; who asks a station should not wait for it.
  const { bundleActions } = await import('./bundle-actions.ts');
  try {
    process.stdout.write(await bundleActions[name](args));
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`stationery firmware ${name}: ${error.message}\n`);
    return 1;
  }
}
