import type { PlotterClient } from '@stationery/client';
import {
  correctProfile,
  type GuidedAnswer,
  type GuidedStep,
  guidedAnswers,
  guidedCommands,
  guidedMm,
  guidedSteps,
} from '@stationery/client/setup';
import { ask, confirm } from '../../terminal/ask.ts';
import type { Output } from '../../terminal/output.ts';

const questions: Record<GuidedStep, string> = {
  'pen-up': 'The pen is lifted now. Is it up?',
  'pen-down': 'The pen is lowered now. Does it touch the paper?',
  right: `The pen has moved. Did it go ${guidedMm} mm to the right?`,
  towards: `The pen has moved. Did it go ${guidedMm} mm towards you?`,
};

const answerWords: Record<Extract<GuidedAnswer, string>, string> = {
  yes: 'yes',
  reversed: 'no, the other way round',
  more: 'not far enough',
  left: 'it went left',
  right: 'it went right',
  towards: 'it went towards you',
  away: 'it went away from you',
};

interface GuidedTestOptions {
  out: Output;
  plotter: PlotterClient;
  signal: AbortSignal;
}

export async function guidedTest(parts: GuidedTestOptions): Promise<void> {
  const { out, plotter, signal } = parts;
  out.note(
    `A test of the plotter: the pen goes up and down, then ${guidedMm} mm right and ${guidedMm} mm towards you.`,
  );
  out.note('Move the pen to the middle of the paper, and keep your hands away.');
  if (!(await confirm(out, 'Start?', signal))) return;
  await ready(parts);
  let isRight = true;
  for (const step of guidedSteps) isRight = (await doStep(step, parts)) && isRight;
  await plotter.send('PENUP', { signal });
  out.note(
    isRight
      ? 'The plotter is set up.'
      : 'The plotter is not set up yet. Follow the advice above, then run “stationery plot setup” again.',
  );
}

/**
 * Repeats a step until it is right or cannot be corrected here.
 * Returns whether the machine does it right in the end.
 */
async function doStep(step: GuidedStep, parts: GuidedTestOptions): Promise<boolean> {
  const { out, plotter, signal } = parts;
  for (;;) {
    const [profile, { position }] = await Promise.all([
      plotter.machine({ signal }),
      plotter.status({ signal }),
    ]);
    for (const command of guidedCommands(step, profile, position)) {
      const { ok, terminalLine } = await plotter.send(command, { signal });
      if (!ok) out.note(`The plotter refused ${command}: ${terminalLine}`);
    }
    const correction = correctProfile(profile, step, await askFor(step, parts));
    if (correction.kind === 'next') return true;
    if (correction.kind === 'on-machine') {
      const { setting, value } = correction;
      out.note(
        setting === undefined
          ? 'The scale of this plotter is fixed and cannot be corrected here. Is this the right preset?'
          : `The plotter itself has the scale. Send it: stationery plot send '${setting}${value}'`,
      );
      return false;
    }
    if (correction.kind === 'impossible') {
      out.note(
        'The pen height cannot be corrected here. Move the pen in its holder, or use “stationery plot machine --set penHeights.up=…”.',
      );
      return false;
    }
    await plotter.setMachine(correction.profile, { signal });
    await ready(parts);
  }
}

async function askFor(step: GuidedStep, { out, signal }: GuidedTestOptions): Promise<GuidedAnswer> {
  const answers = guidedAnswers[step];
  const canMeasure = step === 'right' || step === 'towards';
  out.note(questions[step]);
  for (const [at, answer] of answers.entries()) out.note(`  ${at + 1}  ${answerWords[answer]}`);
  if (canMeasure) out.note('  or how far it went, for example 12.5mm');
  for (;;) {
    const text = (await ask(out, `[1-${answers.length}]: `, signal)).trim().toLowerCase();
    const measured = canMeasure ? /^(\d{1,4}(?:[.,]\d{1,3})?) ?mm$/.exec(text)?.[1] : undefined;
    const measuredMm = Number(measured?.replace(',', '.'));
    if (measuredMm > 0) return { measuredMm };
    const answer =
      answers[Number(text) - 1] ?? answers.find((one) => one === text || (one === 'yes' && text === 'y'));
    if (answer !== undefined) return answer;
  }
}

/** Waits until the plotter is ready. A board that restarts takes a while to reconnect. */
async function ready({ out, plotter, signal }: GuidedTestOptions): Promise<void> {
  let isTold = false;
  const isReady = async () => ['ready', 'busy'].includes((await plotter.status({ signal })).link.state);
  if (await isReady()) return;
  for await (const event of plotter.events({ signal })) {
    if (event.name !== 'status' && event.name !== 'snapshot') continue;
    const { link } = event.data;
    if (link.state === 'ready' || link.state === 'busy') return;
    if (isTold || !('reason' in link)) continue;
    out.note(link.reason);
    isTold = true;
  }
}
