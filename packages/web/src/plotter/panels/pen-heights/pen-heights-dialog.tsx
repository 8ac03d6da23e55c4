import type { MachineProfile } from '@stationery/client';
import { minHeight } from '@stationery/client/setup';
import { useEffect, useState } from 'preact/hooks';
import { decimal } from '../../../texts/format.ts';
import { penHeightsTexts as texts } from '../../../texts/pen-heights.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { Button, Dialog, IconButton, showToast } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { StopButton } from '../../components/stop-button.tsx';
import { describeRefusal, readRefusal } from '../../state/describe-reason.ts';
import { penHeightsDialog } from '../../state/dialogs.ts';
import { LatestValue } from '../../state/manual-control/latest-value.ts';
import { whyDisabled } from '../../state/manual-control/manual-control.ts';
import {
  type HeightScale,
  heightScale,
  isWhole,
  type PenHeights,
  type PenPlace,
  stepsAt,
  withHeight,
} from '../../state/manual-control/pen-heights.ts';
import { report } from '../../state/run-action.ts';
import { machine } from '../../state/store.ts';
import './pen-heights.css';

/** Minimum time between two heights that are sent while a slider is dragged. */
const intervalMs = 150;

export function PenHeightsDialog() {
  const heights = machine.value?.penHeights;
  return heights === undefined ? null : <Heights heights={heights} />;
}

function Heights({ heights }: { heights: PenHeights }) {
  const [scale] = useState(() => {
    const profile = machine.peek()!;
    return heightScale(heights, { limits: profile.penHeightLimits, least: minHeight(profile) });
  });
  const reason = whyDisabled.value;
  return (
    <Dialog
      title={texts.title}
      onClose={penHeightsDialog.close}
      actions={
        <>
          <StopButton />
          <Button onClick={penHeightsDialog.close}>{sharedTexts.close}</Button>
        </>
      }
    >
      <p class="soft small">{reason ?? texts.note}</p>
      {(['up', 'down'] as const).map((place) => (
        <Height key={place} place={place} heights={heights} scale={scale} />
      ))}
    </Dialog>
  );
}

interface HeightProps {
  place: PenPlace;
  heights: PenHeights;
  scale: HeightScale;
}

function Height({ place, heights, scale }: HeightProps) {
  const words = place === 'up' ? plotterTexts.manualControl.penUp : plotterTexts.manualControl.penDown;
  const [dragged, drag] = useState<PenHeights | undefined>(undefined);
  const [live] = useState(() => liveHeights(place, drag));
  useEffect(() => () => void live.end(), []);
  const isDisabled = whyDisabled.value !== undefined;
  const height = (dragged ?? heights)[place];
  const steps = stepsAt(scale, height);
  const value = decimal(height, isWhole(scale.step) ? 0 : 2);
  const at = (to: number) => withHeight(heights, place, to, scale);
  const save = (adjusted: PenHeights | undefined) => {
    drag(adjusted);
    if (adjusted !== undefined) live.save(adjusted);
  };
  const button = (by: 1 | -1) => {
    const adjusted = at(steps + by);
    return (
      <IconButton
        icon={by > 0 ? 'up' : 'down'}
        label={`${words}: ${by > 0 ? texts.higher : texts.lower}`}
        disabled={isDisabled || adjusted === undefined}
        onClick={() => save(adjusted)}
      />
    );
  };
  return (
    <div class="pen-height">
      <strong>{words}</strong>
      {button(-1)}
      <input
        type="range"
        aria-label={texts.height(words)}
        aria-valuetext={value}
        min={scale.min}
        max={scale.max}
        step="any"
        value={steps}
        disabled={isDisabled}
        onInput={({ currentTarget }) => {
          const adjusted = at(currentTarget.valueAsNumber);
          if (adjusted === undefined) currentTarget.value = String(steps);
          else {
            drag(adjusted);
            live.show(adjusted[place]);
          }
        }}
        onChange={({ currentTarget }) => save(at(currentTarget.valueAsNumber))}
      />
      {button(1)}
      <output class="pen-height-value">{value}</output>
    </div>
  );
}

function liveHeights(
  place: PenPlace,
  drag: (change: (now: PenHeights | undefined) => PenHeights | undefined) => void,
) {
  let isShown = false;
  const shown = new LatestValue<number>(
    (height) => {
      isShown = true;
      return areTaken([`PENHEIGHT ${height}`, 'PENDOWN']);
    },
    () => new Promise((end) => setTimeout(end, intervalMs)),
  );
  const saved = new LatestValue<PenHeights>(async (heights) => {
    await shown.end();
    isShown = false;
    const isUsed = await use(place, heights);
    drag((now) => (now === heights ? undefined : now));
    return isUsed;
  });
  return {
    show: (height: number) => shown.set(height),
    save: (heights: PenHeights) => saved.set(heights),
    /** Undoes a height that was only previewed. */
    async end() {
      await shown.end();
      if (isShown) await areTaken([heightLine(machine.peek())]);
    },
  };
}

/** Restores the profile if the machine refuses. */
async function use(place: PenPlace, penHeights: PenHeights): Promise<boolean> {
  const isUsed = await report(async () => {
    const before = machine.peek()!;
    machine.value = await plotter.setMachine({ ...before, penHeights });
    const isTaken = await areTaken([heightLine(machine.peek()), place === 'up' ? 'PENUP' : 'PENDOWN']);
    if (!isTaken) machine.value = await plotter.setMachine(before);
    return isTaken;
  });
  return isUsed === true;
}

const heightLine = (profile: MachineProfile | undefined) =>
  `PENHEIGHT ${profile?.penHeights?.down ?? ''}`.trim();

/** Stops at the first line that the machine refuses, and shows why. */
async function areTaken(lines: readonly string[]): Promise<boolean> {
  const areAll = await report(async () => {
    for (const line of lines) {
      const { ok, terminalLine, refusal } = await plotter.send(line);
      if (ok) continue;
      showToast({ tone: 'danger', message: describeRefusal(readRefusal(refusal), terminalLine) });
      return false;
    }
    return true;
  });
  return areAll === true;
}
