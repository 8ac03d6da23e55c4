import { boardTexts } from '../../../texts/board.ts';
import { Bar, formatBytes, formatPercent } from '../../../ui/index.ts';
import { isCardFull, type Station } from '../../state/device-condition.ts';
import { formatWhen } from '../../state/format-when.ts';

const texts = boardTexts.devices;
const isReader = (state: string): state is keyof typeof texts.readers => Object.hasOwn(texts.readers, state);

/** Its last tap and its collection. */
export function StationFacts({ station: { lastTap, collection } }: { station: Station }) {
  const tap = lastTap === null ? texts.noTap : texts.lastTap(lastTap.tag, formatWhen(lastTap.at));
  const carried = collection === null ? undefined : describeCollection(collection);
  return (
    <>
      <span title={tap}>{tap}</span>
      {carried !== undefined && <span title={collection?.reason ?? carried}>{carried}</span>}
    </>
  );
}

export function ReaderState({ reader }: { reader: string }) {
  return <span class="soft small">{isReader(reader) ? texts.readers[reader] : reader}</span>;
}

export function CardSpace({ name, station }: { name: string; station: Station }) {
  const { state, freeBytes, totalBytes } = station.card;
  if (freeBytes === null || totalBytes === null)
    return <span class="soft small">{state === 'missing' ? texts.noCard : state}</span>;
  const free = texts.cardFree(formatBytes(freeBytes));
  return (
    <div class="device-progress stack device-card">
      <Bar
        label={texts.cardSpace(name)}
        part={totalBytes === 0 ? 1 : 1 - freeBytes / totalBytes}
        valueText={free}
        tone={isCardFull(station) ? 'danger' : 'accent'}
      />
      <span class="soft small">{free}</span>
    </div>
  );
}

function describeCollection(collection: NonNullable<Station['collection']>): string {
  const { name, version, wanted, state, progress } = collection;
  const carried = texts.collection(name, version);
  if (wanted === null || wanted === version) return carried;
  if (state === 'downloading') return `${carried}, ${texts.downloading(wanted, formatPercent(progress))}`;
  if (state === 'failed') return `${carried}, ${boardTexts.alarms.kinds.collection}`;
  return `${carried}, ${texts.waitsFor(wanted)}`;
}
