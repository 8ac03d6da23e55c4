import { useEffect, useState } from 'preact/hooks';
import { sharedTexts } from '../texts/shared.ts';
import { stationTexts } from '../texts/station.ts';
import { Banner, Button, Dialog } from '../ui/index.ts';
import { openBindForTag } from './bind-dialog.tsx';
import './learn-dialog.css';
import { type Learning, learning, startLearning, stopLearning, waitSeconds } from './learning.ts';
import { HoldPicture } from './pictures.tsx';
import { readableSerial } from './serial.ts';
import { present, simulated } from './store.ts';
import { Tray } from './tray.tsx';
import { trayName } from './tray-tags.ts';

export const openLearning = () => void startLearning();

/** Shows what to do, and how long there is left for it; once in the page. */
export function LearnDialog() {
  const now = learning.value;
  if (now === undefined) return null;
  const { learn: texts } = stationTexts;
  return (
    <Dialog title={texts.title} onClose={stopLearning} actions={<Actions now={now} />}>
      <div class="learn" aria-live="polite">
        {now.state === 'waiting' && <Waiting untilMs={now.untilMs} />}
        {now.state === 'learnt' && (
          <>
            <HoldPicture state="done" />
            <p class="learn-title">{texts.done}</p>
            {now.tags.map(({ id, serial }) => (
              <p key={id} class="learn-serial">
                {trayName(serial)} <span class="code">{readableSerial(serial)}</span>
              </p>
            ))}
            <p class="soft">{texts.doneText(now.tags.length)}</p>
          </>
        )}
        {now.state === 'none' && (
          <>
            <HoldPicture state="still" />
            <p class="learn-title">{texts.none}</p>
            <p class="soft">{texts.noneText}</p>
          </>
        )}
        {now.state === 'failed' && (
          <Banner tone="danger" title={`${texts.failed}.`}>
            {now.why}
          </Banner>
        )}
      </div>
      {simulated.value && now.state !== 'learnt' && <Tray />}
    </Dialog>
  );
}

function Actions({ now }: { now: Learning }) {
  const { learn: texts } = stationTexts;
  if (now.state === 'waiting') return <Button onClick={stopLearning}>{sharedTexts.cancel}</Button>;
  if (now.state === 'learnt') {
    const [tag] = now.tags;
    return (
      <>
        <Button kind="quiet" onClick={openLearning}>
          {texts.another}
        </Button>
        <Button onClick={stopLearning}>{texts.later}</Button>
        <Button
          kind="primary"
          onClick={() => {
            stopLearning();
            if (tag !== undefined) openBindForTag(tag);
          }}
        >
          {texts.choose}
        </Button>
      </>
    );
  }
  return (
    <Button kind="primary" icon="retry" onClick={openLearning}>
      {sharedTexts.tryAgain}
    </Button>
  );
}

function Waiting({ untilMs }: { untilMs: number }) {
  const { learn: texts, tags } = stationTexts;
  const seconds = useCountdown(untilMs);
  const [lying] = present.value;
  return (
    <>
      <HoldPicture state="waiting" />
      <p class="learn-title">{texts.hold}</p>
      <p class="soft">{texts.holdText}</p>
      {lying !== undefined && (lying.id !== null || lying.random) && (
        <p class="learn-hint">{lying.random ? tags.random : texts.known}</p>
      )}
      <div class="learn-time" role="timer" aria-label={texts.leftLabel} aria-live="off">
        <div class="learn-time-bar">
          <div style={{ '--part': seconds / waitSeconds }} />
        </div>
        <span>{texts.left(seconds)}</span>
      </div>
    </>
  );
}

function useCountdown(untilMs: number): number {
  const left = () => Math.max(0, Math.ceil((untilMs - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left), 200);
    return () => clearInterval(timer);
  }, [untilMs]);
  return seconds;
}
