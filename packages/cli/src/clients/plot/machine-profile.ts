import type { MachineProfile, SavedMachine } from '@stationery/client';
import type { PlotterSetup } from '@stationery/client/setup';
import { didYouMean } from '../../command-line/closest.ts';
import { defineCommand } from '../../command-line/command.ts';
import { exitCodes, Failure } from '../../terminal/exit-codes.ts';
import type { Output } from '../../terminal/output.ts';
import { plain } from '../../terminal/words.ts';
import { memberNames, readChanges } from './profile-members.ts';
import { connectSetup } from './setup-client.ts';

const lines = (names: readonly string[]) =>
  names.flatMap((_, at) => (at % 8 === 0 ? [`  ${names.slice(at, at + 8).join(', ')}`] : [])).join(',\n');

export const machine = defineCommand({
  summary: 'Show or change the machine: steps/mm, size, limits and speeds',
  about: `Settings:\n${lines(memberNames)}`,
  service: 'plotter',
  options: {
    set: {
      placeholder: '<name=value>',
      help: 'Change a setting; can be repeated. “size=none” and “limits=none” remove them',
      repeats: true,
    },
    list: { help: 'List the saved profiles' },
    use: { placeholder: '<name>', help: 'Use a saved profile, and its driver' },
    'save-as': {
      placeholder: '<name>',
      help: 'Save the profile under another name, with the changes, and use it',
    },
    remove: { placeholder: '<name>', help: 'Remove a saved profile' },
  },
  examples: [
    'stationery plot machine',
    'stationery plot machine --set stepsPerMm=80 --set speed=8000',
    'stationery plot machine --set enforceLimits=on',
    'stationery plot machine --save-as "Fine pen" --set speed=4000',
    'stationery plot machine --use "Fine pen"',
    'stationery plot machine --set size.widthMm=297 --set size.heightMm=210 --set limits=none',
  ],
  async run({ options, out, signal, ...context }) {
    const change = readChanges(options.set);
    const plotter = await context.plotter();
    const saved = await connectSetup(context);
    if (options.list || options.remove !== undefined) {
      if (options.remove !== undefined)
        await saved.deleteMachine((await findMachine(saved, options.remove, signal)).id, { signal });
      const machines = await saved.machines({ signal });
      out.result({ machines }, () => writeMachines(out, machines));
      return exitCodes.good;
    }
    if (options.use !== undefined)
      await saved.chooseMachine((await findMachine(saved, options.use, signal)).id, { signal });
    const before = await plotter.machine({ signal });
    const name = options['save-as'];
    if (name !== undefined) await saved.addMachine({ ...change(before), name }, { signal });
    else if (options.set.length > 0) await plotter.setMachine(change(before), { signal });
    const profile = await plotter.machine({ signal });
    out.result(profile, () => writeProfile(out, profile));
  },
});

async function findMachine(saved: PlotterSetup, name: string, signal: AbortSignal): Promise<SavedMachine> {
  const machines = await saved.machines({ signal });
  const found = machines.find((machine) => machine.name === name);
  if (found !== undefined) return found;
  const names = machines.map((machine) => machine.name);
  const hint = didYouMean(name, names) || (names.length === 0 ? '' : `. Profiles: ${names.join(', ')}`);
  throw new Failure(`there is no profile “${name}”${hint}`, exitCodes.notFound);
}

function writeMachines(out: Output, machines: readonly SavedMachine[]): void {
  const rows = machines.map(({ name, driver, inUse }) => [inUse ? '*' : '', name, driver ?? 'any']);
  out.table(['', 'NAME', 'DRIVER'], rows, 'No profiles are saved.');
}

function writeProfile(out: Output, profile: MachineProfile): void {
  const { size, limits } = profile;
  const first = {
    name: plain(profile.name),
    stepsPerMm: profile.stepsPerMm,
    coordinates: profile.coordinates,
    size: size ? `${size.widthMm} × ${size.heightMm} mm` : 'unknown',
    limits: limits ? limitsText(limits) : 'none',
    enforceLimits: enforcementText(profile.enforceLimits),
    speed: `${profile.speed} steps/s`,
    acceleration: `${profile.acceleration} steps/s²`,
    penUpMs: profile.penUpMs,
    penDownMs: profile.penDownMs,
  };
  const members = Object.entries({ ...first, ...without(profile, Object.keys(first)) });
  const width = Math.max(...members.map(([name]) => name.length));
  for (const [name, value] of members) out.line(`${name.padEnd(width)} ${valueText(value)}`);
}

const without = (profile: MachineProfile, names: readonly string[]) =>
  Object.fromEntries(Object.entries(profile).filter(([name]) => !names.includes(name)));

export function valueText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.join(', ');
  const parts = Object.entries(value as Record<string, unknown>);
  return parts
    .map(([name, part]) => `${name} ${typeof part === 'object' ? `(${valueText(part)})` : part}`)
    .join(', ');
}

/** Describes when moves outside the limits are refused: always, never, or only by Stationery firmware. */
function enforcementText(enforceLimits: MachineProfile['enforceLimits']): string {
  if (enforceLimits == null) return 'auto (on while the plotter runs Stationery firmware)';
  return enforceLimits ? 'on' : 'off';
}

function limitsText({ minX, maxX, minY, maxY }: NonNullable<MachineProfile['limits']>): string {
  return `X ${minX} to ${maxX}, Y ${minY} to ${maxY} steps`;
}
