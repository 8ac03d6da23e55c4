import type { GuidedStep } from '@stationery/client/setup';
import { setupTexts as texts } from '../../../texts/setup.ts';

/** Picture of a test step: the pen from the side, or the sheet from above. */
export function StepPicture({ step }: { step: GuidedStep }) {
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

/** The lower edge of the sheet faces the user. */
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
