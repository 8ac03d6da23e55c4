import type { MachineProfile } from '@stationery/client';
import { defineCommand } from '../../command-line/command.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import type { Output } from '../../terminal/output.ts';
import { plain } from '../../terminal/words.ts';
import { memberNames, readChanges } from './profile-members.ts';

export const machine = defineCommand({
  summary: 'Show or change the machine: steps/mm, size, limits and speeds',
  about: `Settings:\n  ${memberNames.slice(0, 8).join(', ')},\n  ${memberNames.slice(8).join(', ')}`,
  service: 'plotter',
  options: {
    set: {
      placeholder: '<name=value>',
      help: 'Change a setting; can be repeated. “size=none” and “limits=none” remove them',
      repeats: true,
    },
  },
  examples: [
    'stationery plot machine',
    'stationery plot machine --set stepsPerMm=80 --set speed=8000',
    'stationery plot machine --set enforceLimits=on',
    'stationery plot machine --set size.widthMm=297 --set size.heightMm=210 --set limits=none',
  ],
  async run({ options, out, signal, ...context }) {
    const change = readChanges(options.set);
    const plotter = await context.plotter();
    const before = await plotter.machine({ signal });
    const profile = options.set.length === 0 ? before : await plotter.setMachine(change(before), { signal });
    out.result(profile, () => writeProfile(out, profile));
    return exitCodes.good;
  },
});

function writeProfile(out: Output, profile: MachineProfile): void {
  const { size, limits } = profile;
  out.line(`name          ${plain(profile.name)}`);
  out.line(`stepsPerMm    ${profile.stepsPerMm}`);
  out.line(`coordinates   ${profile.coordinates}`);
  out.line(`size          ${size ? `${size.widthMm} × ${size.heightMm} mm` : 'unknown'}`);
  out.line(`limits        ${limits ? limitsText(limits) : 'none'}`);
  out.line(`enforceLimits ${enforcementText(profile.enforceLimits)}`);
  out.line(`speed         ${profile.speed} steps/s`);
  out.line(`acceleration  ${profile.acceleration} steps/s²`);
  out.line(`penUpMs       ${profile.penUpMs}`);
  out.line(`penDownMs     ${profile.penDownMs}`);
}

/** Whether moves outside the limits are refused: always, never, or with known firmware. */
function enforcementText(enforceLimits: MachineProfile['enforceLimits']): string {
  if (enforceLimits == null) return 'auto (on while the plotter runs Stationery firmware)';
  return enforceLimits ? 'on' : 'off';
}

function limitsText({ minX, maxX, minY, maxY }: NonNullable<MachineProfile['limits']>): string {
  return `X ${minX} to ${maxX}, Y ${minY} to ${maxY} steps`;
}
