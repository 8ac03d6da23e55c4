import {
  type NetworkPlan,
  namesFile,
  networkUnitNames,
  readRadioState,
  stationUnit,
  thisMachine,
} from '@stationery/appliance/network';
import { sleep, systemClock } from '@stationery/core';
import { indented, runStep, type Say } from './run-step.ts';

const withinMs = 180_000;
const progressEveryMs = 10_000;
const lookEveryMs = 250;

/** Waits for the network to work. Reports what is missing for phones to join it and find the station. */
export async function networkTakesEffect(plan: NetworkPlan, say: Say): Promise<boolean> {
  const onAir = await waitFor(`the network “${plan.ssid}”`, say, () => isOnAir(plan));
  if (!onAir) {
    say(indented(await whatIsMissing(plan)));
    return false;
  }
  if (!(await startStation(plan, say))) return false;
  const named = await waitFor('the station', say, () => tellsName(plan.subnet.address));
  if (!named) say(indented(await whyUnitsFailed([stationUnit])));
  return named;
}

async function isOnAir({ interface: own, ssid }: NetworkPlan): Promise<boolean> {
  const look = await readRadioState(thisMachine);
  if ('blind' in look) return false;
  const found = look.interfaces.find(({ name }) => name === own);
  return found?.type === 'AP' && found.up && found.ssid === ssid;
}

export async function whatIsMissing(plan: NetworkPlan): Promise<string> {
  const look = await readRadioState(thisMachine);
  const told = await whyUnitsFailed(networkUnitNames);
  if ('blind' in look) return `${look.blind}\n${told}`;
  const found = look.interfaces.find(({ name }) => name === plan.interface);
  const state =
    found === undefined
      ? `There is no Wi-Fi interface ${plan.interface}.`
      : `${plan.interface} is ${found.up ? 'on' : 'off'}, in mode ${found.type}.`;
  return `${state}\n${told}`;
}

/** Starts the station. Restarts it if it started with a different address, or before the folder of names existed. */
async function startStation(plan: NetworkPlan, say: Say): Promise<boolean> {
  const verb = tellsName(plan.subnet.address) ? 'start' : 'restart';
  const ok = await runStep(say, 'systemctl', verb, stationUnit);
  if (!ok) say(indented(await whyUnitsFailed([stationUnit])));
  return ok;
}

/** Whether the file of names is for this address. The file is empty if the nickname yields no host name. */
function tellsName(address: string): boolean {
  const text = thisMachine.read(namesFile);
  return text !== undefined && (text === '' || text.startsWith(`${address} `));
}

async function waitFor(what: string, say: Say, isThere: () => boolean | Promise<boolean>): Promise<boolean> {
  const startedMs = systemClock.nowMs();
  let saidMs = startedMs;
  while (!(await isThere())) {
    const nowMs = systemClock.nowMs();
    if (nowMs - startedMs >= withinMs) {
      say(`FAILED   ${what} is not there after ${withinMs / 1000} s\n`);
      return false;
    }
    if (nowMs - saidMs >= progressEveryMs) {
      saidMs = nowMs;
      say(`Waiting  for ${what} (${Math.round((nowMs - startedMs) / 1000)} s)\n`);
    }
    await sleep(systemClock, lookEveryMs);
  }
  return true;
}

const lines = 8;

async function whyUnitsFailed(units: readonly string[]): Promise<string> {
  const told: string[] = [];
  for (const unit of units) {
    const { stdout } = await thisMachine.run('systemctl', 'show', unit, '-p', 'ActiveState,SubState,Result');
    const shown = stdout.split('\n');
    const value = (key: string) =>
      shown.find((line) => line.startsWith(`${key}=`))?.slice(key.length + 1) ?? '';
    if (value('ActiveState') === 'active') continue;
    told.push(
      `${unit} is ${value('ActiveState')} (${value('SubState')}, ${value('Result')}). Its last words:`,
    );
    // Show the unit's own output, without systemd's messages about starting and stopping it.
    const journal = await thisMachine.run(
      'journalctl',
      ...[`_SYSTEMD_UNIT=${unit}`, '--lines', String(lines), '--output', 'cat', '--no-pager', '--quiet'],
    );
    told.push(
      ...journal.stdout
        .trim()
        .split('\n')
        .map((line) => `  ${line.slice(0, 300)}`),
    );
  }
  return told.join('\n');
}
