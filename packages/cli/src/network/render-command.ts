import {
  ensurePassphrase,
  hideSecrets,
  isLink,
  pendingChanges,
  renderNetwork,
  storedPassphrase,
  writeChanges,
} from '@stationery/appliance/network';
import { defineCommand } from '../command-line/command.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { networkSettings, readOptions } from './network-options.ts';
import { planOf } from './plan-of.ts';

export const render = defineCommand({
  summary: 'Print or save the files of the network',
  about: `The files for hostapd or NetworkManager, dnsmasq and systemd. Printed with the passphrase hidden; saved with it.`,
  options: {
    out: { placeholder: '<folder>', help: 'Save the files below this folder', completes: 'folder' },
  },
  settings: networkSettings,
  examples: ['stationery network render', 'stationery network render --out /tmp/network --wifi-country DE'],
  async run(context) {
    const { out } = context;
    const options = readOptions(context);
    const folder = context.options.out;
    if (folder !== undefined) {
      const passphrase = options.settings.wifiPassphrase ?? storedPassphrase('/') ?? ensurePassphrase(folder);
      const rendered = renderNetwork(await planOf(options, passphrase));
      writeChanges(folder, pendingChanges(folder, rendered));
      const files = rendered.map(({ path }) => `${folder}${path}`);
      out.result({ files }, () => out.line(files.join('\n')));
      return exitCodes.good;
    }
    const rendered = renderNetwork(await planOf(options, 'made at the first “apply”')).map((file) =>
      isLink(file)
        ? { path: file.path, kind: 'link', content: `to ${file.target}\n` }
        : {
            path: file.path,
            kind: file.mode.toString(8).padStart(4, '0'),
            content: hideSecrets(file.content),
          },
    );
    out.result({ files: rendered }, () => {
      for (const { path, kind, content } of rendered) out.line(`=== ${path} (${kind})\n${content}`);
    });
    return exitCodes.good;
  },
});
