import type { CommandRefusal, JobCheck, JobReason, NoticeReason } from '@stationery/client';

/** Reasons by code. In English the service's text is used, except for refusals of a board. */
export const reasonsEnglish = {
  reasons: {
    job: (_cause: JobReason): string | undefined => undefined,
    notice: (_cause: NoticeReason): string | undefined => undefined,
    problem: (_problem: JobCheck['problems'][number]): string | undefined => undefined,
    refused: (command: string, why: string) => `The plotter refused “${command}”: ${why}`,
    limitAt: (x: string, y: string) =>
      `X ${x} mm, Y ${y} mm is outside the limits. Fix the drawing, or change the limits of the machine.`,
    refusal: {
      'garbled-line':
        'the line was garbled or too long. Send it again; if that does not help, check the cable.',
      busy: 'the plotter is busy. Send it again.',
      locked: 'the machine is locked after an alarm. Home it, or unlock it with $X.',
      stopped: 'the plotter was stopped.',
      'unknown-command': 'unknown command. The console suggests commands.',
      'wrong-arguments': 'wrong arguments. The console shows how to write the command.',
      'out-of-range': 'a number is too small or too large for the machine.',
      'outside-limits':
        'the position is outside the limits. Fix the drawing, or change the limits of the machine.',
    } satisfies Record<Exclude<CommandRefusal['code'], 'other'>, string>,
  },
};
