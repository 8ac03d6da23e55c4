import { existsSync, readdirSync } from 'node:fs';
import {
  type NetworkPlan,
  networkChecks,
  networkPlan,
  pendingChanges,
  recordPath,
  renderNetwork,
  stationSerial,
  storedPassphrase,
} from '@stationery/appliance';
import { messageOf } from '@stationery/core';
import { ownProgram } from '../network/own-program.ts';
import { bad, type CheckInput, type Finding, good, skipped } from './finding.ts';

export async function radioChecks(input: CheckInput): Promise<Finding[]> {
  const listed = await input.machine.run('iw', 'list');
  if (listed.status === undefined) {
    return [bad('Radio', 'the program iw is missing, so the radio can’t be checked', 'sudo apt install iw')];
  }
  if (!/^Wiphy /m.test(listed.stdout)) return [skipped('Radio', 'there is no Wi-Fi on this machine')];
  return [
    canBeAccessPoint(listed.stdout)
      ? good('Radio', 'can be an access point')
      : bad(
          'Radio',
          'cannot be an access point',
          'use another Wi-Fi adapter; “iw list” shows what one can do',
        ),
    await country(input),
    switchedOn(input),
    ...(existsSync(recordPath)
      ? await appliedNetwork(input)
      : [skipped('Network', 'not set up yet: sudo stationery network apply')]),
  ];
}

async function appliedNetwork({ machine, network, plotter }: CheckInput): Promise<Finding[]> {
  const plan = networkPlan(network, {
    passphrase: '',
    serial: stationSerial('/', network.dataDir),
    program: ownProgram(),
    plotterPort: plotter.httpPort ?? 3000,
  });
  return [files(plan), ...(await networkChecks(plan, machine))];
}

function files(plan: NetworkPlan): Finding {
  const name = 'Network files';
  try {
    const passphrase = plan.passphrase || (storedPassphrase('/') ?? '');
    const changes = pendingChanges('/', renderNetwork({ ...plan, passphrase }));
    return changes.length === 0
      ? good(name, 'as they should be')
      : bad(
          name,
          `missing or different: ${changes.map(({ path }) => path).join(', ')}`,
          'stationery network apply --dry-run shows the differences',
        );
  } catch (error) {
    return bad(name, messageOf(error), 'run this as root');
  }
}

/** Parses the output of `iw list`, which has the supported modes one per line. */
function canBeAccessPoint(output: string): boolean {
  let isListed = false;
  for (const line of output.split('\n').map((each) => each.trim())) {
    if (line.endsWith('Supported interface modes:')) isListed = true;
    else if (!line.startsWith('* ')) isListed = false;
    else if (isListed && line === '* AP') return true;
  }
  return false;
}

async function country({ machine, network }: CheckInput): Promise<Finding> {
  const name = 'Country';
  const { stdout } = await machine.run('iw', 'reg', 'get');
  const found = /^country (\S\S):/m.exec(stdout)?.[1] ?? '00';
  if (network.wifiCountry !== undefined) return good(name, `${network.wifiCountry}, by the settings`);
  return found === '00'
    ? bad(name, 'not set, so the radio uses only what every country allows', 'set wifiCountry, such as "DE"')
    : good(name, `${found}, by the system`);
}

/** Checks that the radio is not blocked. The Wi-Fi of a new Raspberry Pi is blocked until a country is set. */
function switchedOn({ machine }: CheckInput, folder = '/sys/class/rfkill'): Finding {
  const name = 'Radio switch';
  const radios = existsSync(folder) ? readdirSync(folder) : [];
  const read = (radio: string, file: string) => machine.read(`${folder}/${radio}/${file}`)?.trim();
  const wlan = radios.filter((radio) => read(radio, 'type') === 'wlan');
  if (wlan.some((radio) => read(radio, 'hard') === '1')) {
    return bad(name, 'switched off by a switch', 'look for a switch on the machine');
  }
  return wlan.some((radio) => read(radio, 'soft') === '1')
    ? bad(name, 'switched off by software', 'sudo rfkill unblock wifi')
    : good(name, 'on');
}
