import { sharedTexts } from '../texts/shared.ts';
import { Banner, Button } from '../ui/index.ts';
import { useSecondsUntil } from '../ui/use-ticks.ts';
import { reconnectNow } from './connection.ts';
import { connection, hasBeenLive } from './connection-state.ts';

export function ConnectionBanner() {
  const now = connection.value;
  const texts = sharedTexts.banner;
  const seconds = useSecondsUntil(now.state === 'lost' ? now.retryAtMs : undefined);
  if (now.state === 'live' || now.state === 'connecting') return null;
  const retry = (
    <Button icon="retry" onClick={reconnectNow}>
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
