import type { PlainLinkReason } from '@stationery/contract';
import { verbOf } from '../language/our-language.ts';
import { isRealTime } from './grbl-language.ts';
import type { MachineState, StatusReport } from './status-report.ts';

const conditions: { readonly [State in MachineState]?: PlainLinkReason } = {
  Hold: { code: 'machine-on-hold' },
  Door: { code: 'machine-door' },
  Check: { code: 'machine-check-mode' },
  Sleep: { code: 'machine-asleep' },
};

/** Why a machine in this state draws nothing until a person does something about it. */
export function conditionOf(
  { state, detail }: StatusReport,
  locked: PlainLinkReason,
): PlainLinkReason | undefined {
  // The door was closed, and the machine is about to continue.
  if (state === 'Door' && detail === 3) return undefined;
  return state === 'Alarm' ? locked : conditions[state];
}

/** It is on hold and stands still, and its door is closed: `~` is heeded. */
export function isAbleToContinue({ state, detail = 0 }: StatusReport): boolean {
  return (state === 'Hold' || state === 'Door') && detail === 0;
}

/** Whether a command asks for the state of the machine, or may fix it: only those are sent in an abnormal state. */
export function helpsAgainst(reason: PlainLinkReason, command: string, hasHoming: boolean): boolean {
  const verb = verbOf(command);
  if (reason.code === 'firmware-too-old') return false;
  if (isRealTime(command) || isReport(command) || verb === 'RESET') return true;
  switch (reason.code) {
    case 'machine-setting':
      return /^\$(?!J=|H)/i.test(command.trim());
    case 'machine-on-hold':
    case 'machine-door':
    case 'machine-asleep':
      // It reads no lines.
      return false;
    default:
      return command.trim().startsWith('$') || verb === 'VERSION' || (verb === 'HOME' && hasHoming);
  }
}

function isReport(command: string): boolean {
  return command.trim() === '?' || verbOf(command) === 'STATUS';
}
