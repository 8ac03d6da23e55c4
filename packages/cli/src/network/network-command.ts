import { describeSettings, SettingError } from '@stationery/core';
import { networkCommandSettings } from '@stationery/station/network';
import { configHelp } from '../service.ts';
import { applyAction } from './apply-action.ts';
import { removeAction } from './remove-action.ts';
import { renderAction } from './render-action.ts';
import { statusAction } from './status-action.ts';
import { watchAction } from './watch-action.ts';

interface Action {
  run: (args: string[]) => number | Promise<number>;
  help: string;
}

const settingsHint = 'The settings of the network are options too: see “stationery network --help”.';

const actions: Record<string, Action> = {
  render: {
    run: renderAction,
    help: `Usage: stationery network render [--out <folder>] [settings]

Prints every file of the network, with the passphrase hidden; or writes them below a folder, passphrase and all.
${settingsHint}

Examples:
  stationery network render
  stationery network render --out /tmp/network --wifi-country DE
`,
  },
  apply: {
    run: applyAction,
    help: `Usage: stationery network apply [--dry-run] [--root <folder>] [settings]

Writes the files that differ, starts what they describe, and prints how to join: name, passphrase and a code to scan.
  --dry-run         shows what would change, and changes nothing
  --root <folder>   writes below a folder, for the image of a system; nothing is started
${settingsHint}

Examples:
  sudo stationery network apply --dry-run
  sudo stationery network apply
  stationery network apply --root /mnt/image --wifi-ssid Kitchen --wifi-country DE
`,
  },
  remove: {
    run: removeAction,
    help: `Usage: stationery network remove [--dry-run] [--keep-passphrase] [--root <folder>]

Undoes everything that “apply” did, by the record that it kept: stops the network, puts back every file, service and kernel
parameter as it was, and gives the radio back. Ends with 0 when everything is undone, else with 1; then it can be run again.
  --dry-run           shows which files would change, and changes nothing
  --keep-passphrase   leaves the passphrase where it is, for the next “apply”
  --root <folder>     works below a folder, for the image of a system

Examples:
  sudo stationery network remove --dry-run
  sudo stationery network remove
`,
  },
  status: {
    run: statusAction,
    help: `Usage: stationery network status [--json] [settings]

Looks at the machine: is the interface an access point, can anything join a network or be routed, do all parts run.
Ends with 0 when all is well, else with 1. Some of it only root can see.

Examples:
  sudo stationery network status
  sudo stationery network status --json
`,
  },
  watch: {
    run: watchAction,
    help: `Usage: stationery network watch [--once] [--report <file>] [settings]

Looks at the radio every three seconds and whenever the kernel tells of a change. Where an interface has joined a
network, or the station’s interface is no access point for 20 seconds, it switches the radio off and says so.
  --once            looks once; ends with 0 when the interface is an access point, else with 1
  --report <file>   where to write what was seen, default: /run/stationery-watchdog/report.json

Examples:
  sudo stationery network watch
  sudo stationery network watch --once --wifi-interface wlan1
`,
  },
};

export function networkHelp(): string {
  return `Usage: stationery network <render|apply|remove|status|watch> [options] [settings]

The Wi-Fi network of the base station: an access point of its own, which joins no other and leads nowhere else.

  render    prints or writes the files for hostapd or NetworkManager, dnsmasq, systemd
  apply     puts them in place, starts the network, prints how to join it
  remove    undoes everything that apply did
  status    looks whether everything is as it has to be
  watch     switches the radio off when it is not an access point; systemd runs this

Settings (each also as an environment variable, or in the config file under “station”):
${describeSettings(networkCommandSettings)}
${configHelp('station', '{ "wifiCountry": "DE" }')}

Examples:
  stationery network render
  sudo stationery network apply --dry-run
  sudo STATION_WIFI_COUNTRY=DE stationery network apply
  sudo stationery network status
  stationery network apply --help
`;
}

export async function runNetwork([name = '', ...args]: string[]): Promise<number> {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action === undefined) {
    throw new SettingError(`there is no “${name}”; it is ${Object.keys(actions).join(', ')}`);
  }
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(action.help);
    return 0;
  }
  return action.run(args);
}
