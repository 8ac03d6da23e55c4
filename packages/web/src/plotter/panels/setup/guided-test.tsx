import {
  correctProfile,
  type GuidedAnswer,
  type GuidedStep,
  guidedAnswers,
  guidedCommands,
  guidedSteps,
} from '@stationery/client/setup';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isBusy } from '../../../service/index.ts';
import { readNumber } from '../../../texts/number-text.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { plotterSetupTexts as texts } from '../../../texts/plotter-setup.ts';
import { Button, Field, showToast } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { describeRefusal, readRefusal } from '../../state/describe-reason.ts';
import { runAction } from '../../state/run-action.ts';
import { isReachable } from '../../state/store.ts';

export function GuidedTest({ onEnd }: { onEnd: () => void }) {
  const [at, setAt] = useState(0);
  const [turn, setTurn] = useState(0);
  const [measured, setMeasured] = useState('');
  const isWrong = useRef(false);
  const step = guidedSteps[at]!;
  const isReady = isReachable.value;
  useEffect(() => {
    if (isReady) void runAction('guided test', () => carryOut(step));
  }, [step, turn, isReady]);

  const answer = async (said: GuidedAnswer) => {
    const profile = await plotter.machine();
    const correction = correctProfile(profile, step, said);
    if (correction.kind === 'again') {
      await plotter.setMachine(correction.profile);
      setMeasured('');
      setTurn(turn + 1);
      return;
    }
    if (correction.kind === 'on-machine') {
      isWrong.current = true;
      showToast({ message: texts.onMachine(correction.value, correction.setting) });
    }
    if (correction.kind === 'impossible') {
      isWrong.current = true;
      showToast({ message: texts.noHeights });
    }
    if (at + 1 < guidedSteps.length) setAt(at + 1);
    else {
      if (!isWrong.current) showToast({ message: texts.done });
      onEnd();
    }
  };
  const say = (said: GuidedAnswer) => void runAction('guided answer', () => answer(said));
  const measuredMm = readNumber(measured);
  const isDisabled = !isReady || isBusy('guided test') || isBusy('guided answer');
  return (
    <div class="setup-test">
      <StepPicture step={step} />
      <div class="setup-question stack gap-3">
        <p class="soft small">{texts.step(at + 1, guidedSteps.length)}</p>
        <p role="status">{isReady ? texts.questions[step] : texts.waiting}</p>
        <div class="wrap">
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
          <Button kind="quiet" icon="retry" disabled={isDisabled} onClick={() => setTurn(turn + 1)}>
            {texts.again}
          </Button>
        </div>
        {(step === 'right' || step === 'towards') && (
          <div class="setup-row wrap">
            <Field label={texts.measured} inputMode="decimal" value={measured} onChange={setMeasured} />
            <Button disabled={isDisabled || !(measuredMm > 0)} onClick={() => say({ measuredMm })}>
              {texts.correct}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

async function carryOut(step: GuidedStep): Promise<void> {
  const [profile, { position }] = await Promise.all([plotter.machine(), plotter.status()]);
  for (const command of guidedCommands(step, profile, position)) {
    const { ok, terminalLine, refusal } = await plotter.send(command);
    const why = describeRefusal(readRefusal(refusal), terminalLine);
    if (!ok) showToast({ tone: 'danger', message: plotterTexts.reasons.refused(command, why) });
  }
}

/** Shows the pen from the side or the sheet from above. */
function StepPicture({ step }: { step: GuidedStep }) {
  const isFromAbove = step === 'right' || step === 'towards';
  return (
    <svg class="step-picture" viewBox="0 0 160 120" role="img" aria-label={texts.pictures[step]}>
      {isFromAbove ? <SheetFromAbove step={step} /> : <PenFromTheSide isDown={step === 'pen-down'} />}
    </svg>
  );
}

function PenFromTheSide({ isDown }: { isDown: boolean }) {
  return (
    <>
      <path class="step-sheet" d="M20 98h120l8 12H12z" />
      <g transform={isDown ? 'translate(0 18)' : undefined}>
        <path class="step-pen" d="M70 12h20v46l-10 22-10-22z" />
        <path class="step-line" d="M70 58h20" />
      </g>
      {isDown && <path class="step-ink" d="M34 103q12-8 23 0t23-4" />}
      <path class="step-arrow" d={isDown ? 'M118 22v44m-9-10 9 10 9-10' : 'M118 66V22m-9 10 9-10 9 10'} />
    </>
  );
}

/** The lower edge faces the user. */
function SheetFromAbove({ step }: { step: 'right' | 'towards' }) {
  const isRight = step === 'right';
  return (
    <>
      <path class="step-sheet" d="M22 8h116v84H22z" />
      <circle class="step-from" cx={isRight ? 52 : 80} cy={isRight ? 50 : 26} r="6" />
      <path class="step-arrow" d={isRight ? 'M62 50h38m-10-9 10 9-10 9' : 'M80 36v34m-9-10 9 10 9-10'} />
      <circle class="step-ink-dot" cx={isRight ? 112 : 80} cy={isRight ? 50 : 82} r="6" />
      <text
        class="step-text"
        x={isRight ? 81 : 92}
        y={isRight ? 36 : 56}
        text-anchor={isRight ? 'middle' : 'start'}
      >
        10 mm
      </text>
      {/* The user in front of the machine. */}
      <circle class="step-line" cx="80" cy="102" r="5" />
      <path class="step-line" d="M68 119c0-9 24-9 24 0" />
    </>
  );
}
