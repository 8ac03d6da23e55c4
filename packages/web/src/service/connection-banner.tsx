import { useEffect, useState } from 'preact/hooks';
import { sharedTexts } from '../texts/shared.ts';
import { Banner, Button } from '../ui/index.ts';
import { connection, hasBeenLive, reconnectNow } from './connection.ts';

/** Says so when what is on the page may no longer be true, and what happens next. Nothing while all is well. */
export function ConnectionBanner() {
  const now = connection.value;
  const texts = sharedTexts.banner;
  const seconds = useSecondsUntil(now.state === 'lost' ? now.retryAtMs : undefined);
  if (now.state === 'live' || now.state === 'connecting') return null;
  const retry = (
    <Button kind="plain" icon="retry" onClick={reconnectNow}>
      {sharedTexts.tryNow}
    </Button>
  );
  if (now.state === 'refused') {
    return (
      <Banner tone="danger" title={texts.refused} actions={retry}>
        {now.why}
      </Banner>
    );
  }
  return (
    <Banner tone="waiting" title={hasBeenLive.value ? texts.lost : texts.never} actions={retry}>
      {hasBeenLive.value && `${texts.asItWas} `}
      {now.state === 'lost' ? texts.retryIn(seconds) : texts.retrying}
    </Banner>
  );
}

function useSecondsUntil(atMs: number | undefined): number {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (atMs === undefined) return undefined;
    const timer = setInterval(() => setTick((tick) => tick + 1), 250);
    return () => clearInterval(timer);
  }, [atMs]);
  return atMs === undefined ? 0 : Math.max(0, Math.ceil((atMs - Date.now()) / 1000));
}
