import { type Signal, useSignal } from '@preact/signals';
import { maxErrorMm, minApartMm } from '@stationery/drawing';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { alignTexts as texts } from '../../../texts/align.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Button, FormDialog } from '../../../ui/index.ts';
import {
  type EnteredMark,
  type Fit,
  fitEntered,
  penPlace,
  reachMm,
  stretchMm,
} from '../../state/drawing/alignment.ts';
import type { PaperSize } from '../../state/drawing/extent.ts';
import type { Lines } from '../../state/drawing/sketch.ts';
import { jog } from '../../state/manual-control/jog.ts';
import { readPosition, whyDisabled } from '../../state/manual-control/manual-control.ts';
import { status } from '../../state/store.ts';
import { JogPad, JogSteps } from '../jog-pad.tsx';
import { NumberField } from '../number-field.tsx';
import { StopButton } from '../stop-button.tsx';
import { MarksPicture, type Place } from './marks-picture.tsx';
import './align.css';

interface MarksFormProps {
  title: string;
  places: string;
  submit: string;
  marks: Signal<readonly EnteredMark[]>;
  /** Undefined while the lines are loading. */
  lines: Lines | undefined;
  /** Corner of the paper, from the machine's origin. Expected places are relative to this corner. */
  paperAt: Place;
  /** Undefined if the size of the paper is unknown. */
  paper?: PaperSize | undefined;
  onSubmit: (marks: Fit['marks']) => unknown;
  onClose: () => void;
  children?: ComponentChildren;
}

export function MarksForm({ title, places, submit, marks, lines, paperAt, paper, ...props }: MarksFormProps) {
  /** The mark whose expected place is picked next. */
  const picked = useSignal<number | undefined>(undefined);
  const picture = useRef<HTMLDivElement>(null);
  // Scrolls to the picture, because on a small screen it is below the fields.
  useEffect(() => {
    if (picked.value !== undefined) picture.current?.scrollIntoView({ block: 'nearest' });
  }, [picked.value]);
  const fit = fitEntered(marks.value, { reach: reachMm.value, paper });
  const change = (index: number, changes: Partial<EnteredMark>) => {
    marks.value = marks.value.map((mark, at) => (at === index ? { ...mark, ...changes } : mark));
  };
  return (
    <FormDialog
      title={title}
      wide
      submit={submit}
      isDisabled={fit.problem !== undefined || penPlace.value === undefined}
      onSubmit={() => props.onSubmit(fit.marks)}
      onClose={props.onClose}
      before={
        <>
          <Verdict fit={fit} />
          <StopButton />
        </>
      }
    >
      {props.children}
      <p class="soft small">{places}</p>
      <div class="align">
        <div class="align-marks">
          {marks.value.map((mark, index) => (
            <MarkFields
              key={index}
              mark={mark}
              index={index}
              errorMm={fit.errorsMm[index]}
              isExact={fit.marks.length === 2}
              isPicked={picked.value === index}
              onPick={() => {
                picked.value = picked.value === index ? undefined : index;
              }}
              onChange={(changes) => change(index, changes)}
            />
          ))}
        </div>
        <div class="align-side">
          <Jog />
          <div class="align-sketch" ref={picture}>
            {picked.value !== undefined && <p role="status">{texts.picking(picked.value + 1)}</p>}
            {lines && (
              <MarksPicture
                lines={lines}
                paper={paper}
                paperAt={paperAt}
                marks={marks.value}
                fit={fit}
                isPicking={picked.value !== undefined}
                onPick={(at) => {
                  if (picked.value !== undefined) change(picked.value, { at });
                  picked.value = undefined;
                }}
              />
            )}
          </div>
        </div>
      </div>
    </FormDialog>
  );
}

interface MarkFieldsProps {
  mark: EnteredMark;
  index: number;
  errorMm: number | undefined;
  isExact: boolean;
  isPicked: boolean;
  onPick: () => void;
  onChange: (changes: Partial<EnteredMark>) => void;
}

function MarkFields({ mark, index, errorMm, isExact, isPicked, onPick, onChange }: MarkFieldsProps) {
  const { at, found } = mark;
  const place = penPlace.value;
  return (
    <fieldset class="align-mark">
      <legend>
        <strong>{texts.mark(index + 1)}</strong>{' '}
        <span class={`small ${errorMm !== undefined && errorMm > maxErrorMm ? 'danger' : 'soft'}`}>
          {errorMm === undefined ? texts.unused : isExact ? texts.used : texts.off(errorMm)}
        </span>
      </legend>
      <NumberField
        isOptional
        label={texts.expectedX}
        value={at.xMm}
        onChange={(xMm) => onChange({ at: { ...at, xMm } })}
      />
      <NumberField
        isOptional
        label={texts.expectedY}
        value={at.yMm}
        onChange={(yMm) => onChange({ at: { ...at, yMm } })}
      />
      <Button kind="quiet" aria-pressed={isPicked} onClick={onPick}>
        {texts.pick}
      </Button>
      <NumberField
        isOptional
        label={texts.foundX}
        step={0.1}
        value={found.xMm}
        onChange={(xMm) => onChange({ found: { ...found, xMm } })}
      />
      <NumberField
        isOptional
        label={texts.foundY}
        step={0.1}
        value={found.yMm}
        onChange={(yMm) => onChange({ found: { ...found, yMm } })}
      />
      <Button disabled={place === undefined} onClick={() => place && onChange({ found: place })}>
        {texts.penIsOnIt}
      </Button>
    </fieldset>
  );
}

function Jog() {
  const words = plotterTexts.manualControl;
  const why = whyDisabled.value;
  const isLost = status.value?.positionLost === true;
  const isUnknown = penPlace.value === undefined;
  return (
    <div class="align-jog">
      {why !== undefined && <p class="small">{why}</p>}
      {why === undefined && isUnknown && (
        <div class="caution small" role="status">
          <p>{isLost ? words.originLost : words.unknownPosition}</p>
          {!isLost && (
            <Button kind="quiet" onClick={readPosition}>
              {words.readPosition}
            </Button>
          )}
        </div>
      )}
      <JogPad onArrow={(direction) => jog.move(direction)} />
      <JogSteps />
    </div>
  );
}

/** Above this error, asks the user to find the worst mark again. */
const largeErrorMm = 0.5;

function Verdict({ fit }: { fit: Fit }) {
  const { problem, registration, marks, worst = 0, offPaper } = fit;
  if (problem !== undefined) {
    return (
      <p class={`align-verdict ${problem.kind === 'too-few' ? 'soft' : 'danger'}`} role="status">
        {describeProblem(problem, worst + 1)}
      </p>
    );
  }
  if (registration === undefined) return null;
  const { degrees, scale, errorMm } = registration;
  const words = [texts.turned(degrees), texts.scaled(scale)];
  const stretch = stretchMm(marks, scale);
  words.push(marks.length > 2 ? texts.largest(errorMm, worst + 1) : texts.onlyTwo);
  return (
    <div class="align-verdict" role="status">
      <p>{words.join(' ')}</p>
      {errorMm > largeErrorMm && <p class="caution">{texts.check(worst + 1)}</p>}
      {offPaper !== undefined && <p class="caution">{texts.offPaper(offPaper + 1)}</p>}
      {Math.abs(stretch) > largeErrorMm && <p class="caution">{texts.stretched(stretch)}</p>}
    </div>
  );
}

function describeProblem({ kind, mm }: NonNullable<Fit['problem']>, worst: number): string {
  const { few, close, size, off, outside } = texts.problems;
  if (kind === 'mark-out-of-reach') return outside(mm, worst);
  if (kind === 'too-close') return close(mm, minApartMm);
  if (kind === 'other-size') return size(mm);
  return kind === 'no-match' ? off(mm, maxErrorMm, worst) : few;
}
