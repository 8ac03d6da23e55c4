import { minHeight } from '@stationery/client/setup';
import { useState } from 'preact/hooks';
import { isBusy } from '../../../service/index.ts';
import { decimal } from '../../../texts/format.ts';
import { penHeightsTexts as texts } from '../../../texts/pen-heights.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Button, Dialog, IconButton, showToast } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { StopButton } from '../../components/stop-button.tsx';
import { describeRefusal, readRefusal } from '../../state/describe-reason.ts';
import { penHeightsDialog } from '../../state/dialogs.ts';
import { whyDisabled } from '../../state/manual-control/manual-control.ts';
import {
  adjustHeight,
  heightStep,
  type PenHeights,
  type PenPlace,
} from '../../state/manual-control/pen-heights.ts';
import { runAction } from '../../state/run-action.ts';
import { machine } from '../../state/store.ts';
import './pen-heights.css';

/** Adjusts the pen heights, even while a job is paused. */
export function PenHeightsDialog() {
  const heights = machine.value?.penHeights;
  return penHeightsDialog.value && heights !== undefined ? <Heights heights={heights} /> : null;
}

function Heights({ heights }: { heights: PenHeights }) {
  const [step] = useState(() => heightStep(heights));
  const reason = whyDisabled.value;
  return (
    <Dialog
      title={texts.title}
      onClose={penHeightsDialog.close}
      actions={
        <>
          <StopButton />
          <Button onClick={penHeightsDialog.close}>{texts.close}</Button>
        </>
      }
    >
      <p class="soft small">{reason ?? texts.note}</p>
      {(['up', 'down'] as const).map((place) => (
        <Height key={place} place={place} heights={heights} step={step} />
      ))}
    </Dialog>
  );
}

interface HeightProps {
  place: PenPlace;
  heights: PenHeights;
  step: number;
}

function Height({ place, heights, step }: HeightProps) {
  const words = place === 'up' ? plotterTexts.manualControl.penUp : plotterTexts.manualControl.penDown;
  const isDisabled = whyDisabled.value !== undefined || isBusy('pen heights');
  const change = (steps: number) => {
    const adjusted = adjustHeight(heights, { place, steps, step, least: minHeight(machine.value!) });
    return (
      <IconButton
        icon={steps > 0 ? 'up' : 'down'}
        label={`${words}: ${steps > 0 ? texts.higher : texts.lower}`}
        disabled={isDisabled || adjusted === undefined}
        onClick={() => adjusted && void use(place, adjusted)}
      />
    );
  };
  return (
    <div class="pen-height row">
      <strong>{words}</strong>
      {change(-1)}
      <output class="pen-height-value">{decimal(heights[place], 2)}</output>
      {change(1)}
    </div>
  );
}

/** Saves the heights and moves the pen there, so that the user sees it. Restores the profile if that is refused. */
async function use(place: PenPlace, penHeights: PenHeights): Promise<void> {
  await runAction('pen heights', async () => {
    const before = machine.peek()!;
    machine.value = await plotter.setMachine({ ...before, penHeights });
    const { ok, terminalLine, refusal } = await plotter.send(place === 'up' ? 'PENUP' : 'PENDOWN');
    if (ok) return;
    showToast({ tone: 'danger', message: describeRefusal(readRefusal(refusal), terminalLine) });
    machine.value = await plotter.setMachine(before);
  });
}
