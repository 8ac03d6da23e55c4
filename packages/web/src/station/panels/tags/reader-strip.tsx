import { stationTexts } from '../../../texts/station.ts';
import { Icon } from '../../../ui/index.ts';
import { present, reader } from '../../state/store.ts';

/** One line on the reader: how it is, and what lies on it that has no card of its own below. */
export function ReaderStrip() {
  const { tags: texts } = stationTexts;
  const now = reader.value;
  const stranger = present.value.find(({ id }) => id === null);
  if (now?.state === 'failed') {
    return (
      <p class="reader-strip reader-strip-failed" role="alert">
        <Icon name="alert" />
        <span>
          <strong>{texts.reader.failed}</strong> {(now.cause && texts.reader.reason(now.cause)) ?? now.reason}
        </span>
      </p>
    );
  }
  if (stranger !== undefined) {
    return (
      <p class="reader-strip reader-strip-lit" role="status">
        <Icon name="tag" />
        <span>
          <strong>{texts.unknown}</strong> <span class="code">{stranger.serial}</span>
          <br />
          {stranger.random ? texts.random : texts.unknownNext}
        </span>
      </p>
    );
  }
  return (
    <p class="reader-strip" role="status">
      <Icon name="chip" />
      <span>
        {texts.reader[now?.state !== 'ready' ? 'starting' : present.value.length > 0 ? 'inUse' : 'ready']}
      </span>
    </p>
  );
}
