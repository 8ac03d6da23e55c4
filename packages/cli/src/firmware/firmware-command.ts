import { AppError } from '@stationery/core/errors';
import { SettingError } from '@stationery/core/settings';
import { didYouMean } from '../clients/closest.ts';
import { firmwareCommands } from '../clients/firmware/index.ts';
import { runClient } from '../clients/run-client.ts';

export function firmwareHelp(): string {
  return `Usage: stationery firmware <command> [options]

Makes and reads the bundles that update a station, and updates a station that runs.

Bundles:
  keygen --out <name>
      Makes a key pair: <name>.key to sign with, which is kept secret, and <name>.pub for stations
  build --out <bundle> [--version <1.4.0>] [--key <name.key>] [--minimum-version <1.0.0>]
        [--product <name>] [--hardware <name>] [--root <checkout>] [--payload <file>]
      Packs the built station of a checkout; with --payload, any file, for an installer of somebody else’s
  sign <bundle> --key <name.key> [--out <bundle>]
      Signs a bundle, or signs it anew
  inspect <bundle> [--key <name.pub>]
      Says what a bundle is, whether it is whole, and with a key whether it was signed with it

A station that runs (“stationery firmware <command> --help” says more):
${stationRows()}

Examples:
  stationery firmware keygen --out release
  stationery firmware build --version 1.4.0 --key release.key --out station-1.4.0.stnfw
  stationery firmware build --payload os.raucb --version 1.4.0 --hardware any --key release.key --out os.stnfw
  stationery firmware inspect station-1.4.0.stnfw --key release.pub
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

/** What is done with bundles here, without a station. */
export const bundleSummaries = {
  keygen: { summary: 'Make a key pair' },
  build: { summary: 'Pack a bundle' },
  sign: { summary: 'Sign a bundle' },
  inspect: { summary: 'Say what a bundle is' },
};

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
