import {
  correctProfile,
  type GuidedAnswer,
  type GuidedStep,
  guidedAnswers,
  guidedCommands,
  guidedSteps,
} from '@stationery/client/setup';
import { useEffect, useState } from 'preact/hooks';
import { setupTexts as texts } from '../../../texts/setup.ts';
import { Button, Field, showToast } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { isBusy, runAction } from '../../state/run-action.ts';
import { isReachable, machine } from '../../state/store.ts';

const arrows: Record<GuidedStep, string> = { 'pen-up': '⤒', 'pen-down': '⤓', right: '→', towards: '↓' };

/** One step after the other: the plotter does something, and the person says what happened. */
export function GuidedTest({ onEnd }: { onEnd: () => void }) {
  const [at, setAt] = useState(0);
  const [turn, setTurn] = useState(0);
  const [measured, setMeasured] = useState('');
  const step = guidedSteps[at]!;
  const isReady = isReachable.value;
  useEffect(() => {
    if (isReady) void runAction('guided test', () => carryOut(step));
  }, [step, turn, isReady]);

  const answer = async (said: GuidedAnswer) => {
    const profile = await plotter.machine();
    const correction = correctProfile(profile, step, said);
    if (correction.kind === 'again') {
      machine.value = await plotter.setMachine(correction.profile);
      setMeasured('');
      setTurn(turn + 1);
      return;
    }
    if (correction.kind === 'on-machine') showToast({ message: texts.onMachine(correction.value) });
    if (correction.kind === 'impossible') showToast({ message: texts.noHeights });
    if (at + 1 < guidedSteps.length) setAt(at + 1);
    else {
      showToast({ message: texts.done });
      onEnd();
    }
  };
  const say = (said: GuidedAnswer) => void runAction('guided answer', () => answer(said));
  const measuredMm = Number(measured.replace(',', '.'));
  const isDisabled = !isReady || isBusy('guided test') || isBusy('guided answer');
  return (
    <div class="setup">
      <p class="setup-arrow" aria-hidden="true">
        {arrows[step]}
      </p>
      <p role="status">{isReady ? texts.questions[step] : texts.waiting}</p>
      <div class="setup-presets">
        {guidedAnswers[step].map((said) => (
          <Button
            key={said}
            kind={said === 'yes' ? 'primary' : 'plain'}
            disabled={isDisabled}
            onClick={() => say(said)}
          >
            {texts.answers[said]}
          </Button>
        ))}
        <Button kind="quiet" disabled={isDisabled} onClick={() => setTurn(turn + 1)}>
          {texts.again}
        </Button>
      </div>
      {(step === 'right' || step === 'towards') && (
        <div class="setup-saved">
          <Field
            label={texts.measured}
            inputMode="decimal"
            value={measured}
            onInput={(event) => setMeasured(event.currentTarget.value)}
          />
          <Button disabled={isDisabled || !(measuredMm > 0)} onClick={() => say({ measuredMm })}>
            {texts.correct}
          </Button>
        </div>
      )}
    </div>
  );
}

async function carryOut(step: GuidedStep): Promise<void> {
  const [profile, { position }] = await Promise.all([plotter.machine(), plotter.status()]);
  for (const command of guidedCommands(step, profile, position)) {
    const { ok, terminalLine } = await plotter.send(command);
    if (!ok) showToast({ tone: 'danger', message: `${command}: ${terminalLine}` });
  }
}
