import { stationTexts } from '../../../texts/station.ts';
import { Banner } from '../../../ui/index.ts';
import { collection } from '../../state/store.ts';

/** What happens to a collection that was on the card when it was inserted. */
export function CollectionBanner() {
  const { collection: texts } = stationTexts;
  const now = collection.value;
  if (now?.state === 'importing') return <Banner tone="waiting" title={texts.importing(now.folder)} />;
  if (now?.state !== 'refused') return null;
  return (
    <Banner tone="danger" title={texts.refused(now.folder)}>
      {texts.refusedWhy(now.code) ?? now.reason}
    </Banner>
  );
}
