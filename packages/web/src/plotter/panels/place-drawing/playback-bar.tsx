import { useEffect } from 'preact/hooks';
import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { Button, IconButton } from '../../../ui/index.ts';
import { type Playback, strokeAt } from '../../state/drawing/playback.ts';
import type { DrawingSession } from '../../state/drawing/session.ts';
import type { PlanReport } from '../../state/drawing/worker/messages.ts';
import { setWantsSheet } from '../../state/plot/fresh-sheet.ts';
import { toTheSecond } from './describe-time.ts';
import './playback-bar.css';

const texts = placeDrawingTexts.playback;
const sliderSteps = 1000;

/** The slider shows a moment of the plot. At its end, everything is drawn. */
export function PlaybackBar({ session, plan }: { session: DrawingSession; plan: PlanReport }) {
  const { playback } = session;
  const isPlaying = playback.isPlaying.value;
  const totalMs = playback.timeline.value?.totalMs ?? plan.now.timeMs;
  const atMs = playback.atMs.value ?? totalMs;
  const words = texts.at(toTheSecond(Math.round(atMs / 1000)), toTheSecond(Math.round(totalMs / 1000)));
  useEffect(() => {
    if (!isPlaying) return undefined;
    let lastMs = performance.now();
    const step = (nowMs: number) => {
      playback.advance(Math.max(0, nowMs - lastMs));
      lastMs = nowMs;
      frame = requestAnimationFrame(step);
    };
    let frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, playback]);
  return (
    <div class="drawing-playback">
      <IconButton
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? texts.pause : texts.play}
        disabled={!session.isPlanned.value}
        onClick={() => (isPlaying ? playback.pause() : void playback.play())}
      />
      <input
        type="range"
        aria-label={texts.time}
        aria-valuetext={words}
        min={0}
        max={sliderSteps}
        value={totalMs === 0 ? sliderSteps : Math.round((sliderSteps * atMs) / totalMs)}
        disabled={!session.isPlanned.value}
        onInput={(event) => void playback.seek(event.currentTarget.valueAsNumber / sliderSteps)}
      />
      <span class="soft small">{words}</span>
      <StartStroke playback={playback} />
    </div>
  );
}

function StartStroke({ playback }: { playback: Playback }) {
  const [timeline, atMs, from] = [playback.timeline.value, playback.atMs.value, playback.from.value];
  if (timeline === undefined || atMs === undefined) return null;
  const count = timeline.lines.layerOf.length;
  const stroke = strokeAt(timeline, atMs);
  const startAt = (chosen: number) => {
    playback.startAt(chosen);
    // Does not ask for a fresh sheet, because the skipped strokes are already on this one.
    if (chosen > 1) setWantsSheet(false);
  };
  return (
    <div class="drawing-start row wrap small" role="status">
      {from > 1 && (
        <>
          <span class="grow">{texts.startsAt(from, count)}</span>
          <Button onClick={() => startAt(1)}>{texts.plotAll}</Button>
        </>
      )}
      {stroke !== undefined && stroke > 1 && stroke !== from && (
        <Button onClick={() => startAt(stroke)}>{texts.startHere(stroke)}</Button>
      )}
    </div>
  );
}
