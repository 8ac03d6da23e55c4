import { stationTexts } from '../../../texts/station.ts';
import { Button, Icon } from '../../../ui/index.ts';
import { startAdding } from '../../state/adding-tag.ts';
import { sampleName } from '../../state/sample-tags.ts';
import { present, reader } from '../../state/store.ts';

/** State of the reader, and tags on it that have no card below. */
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
      <div class="reader-strip reader-strip-lit">
        <Icon name="tag" />
        <p class="reader-strip-words" role="status">
          <strong>{texts.unknown(sampleName(stranger.serial))}</strong>
          <br />
          <span class="code">{stranger.serial}</span>
          {stranger.random && (
            <>
              <br />
              {texts.random}
            </>
          )}
        </p>
        {!stranger.random && (
          <Button kind="quiet" onClick={() => void startAdding()}>
            {texts.addThis}
          </Button>
        )}
      </div>
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
