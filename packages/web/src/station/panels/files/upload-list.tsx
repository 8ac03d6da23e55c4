import { useSignal } from '@preact/signals';
import { stationTexts } from '../../../texts/station.ts';
import { formatBytes, formatDuration, formatPercent, formatSpeed } from '../../../ui/format.ts';
import { Bar, Button, IconButton } from '../../../ui/index.ts';
import { renameUploadDialog } from '../../state/dialogs.ts';
import { replaceAll, replaceUpload, skipIdentical } from '../../state/name-conflicts.ts';
import { cancelUpload, forgetUpload, retryUpload, type Upload, uploads } from '../../state/uploads.ts';
import './upload-list.css';

const maxShown = 30;

export function UploadList() {
  // Questions and failures come first, because they need the user.
  const asking = uploads.value.filter(({ state }) => marks[state.state] !== undefined);
  const taken = asking.filter(({ state }) => state.state === 'name-taken');
  const others = uploads.value.filter(({ state }) => marks[state.state] === undefined);
  const shown = [...asking, ...others].slice(0, maxShown);
  const more = uploads.value.length - shown.length;
  return (
    <section class="uploads stack" aria-label={stationTexts.uploads.title}>
      {taken.length > 1 && <ConflictBar taken={taken} />}
      <ul class="stack">
        {(more > 0 ? shown : uploads.value).map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
      {more > 0 && <p class="soft small">{stationTexts.uploads.more(more)}</p>}
    </section>
  );
}

function ConflictBar({ taken }: { taken: readonly Upload[] }) {
  const { uploads: texts } = stationTexts;
  const isBusy = useSignal(false);
  return (
    <div class="upload-conflicts wrap" role="toolbar" aria-label={texts.takenMany(taken.length)}>
      <p class="bold grow">{texts.takenMany(taken.length)}</p>
      <Button
        icon="check"
        busy={isBusy.value}
        onClick={async () => {
          isBusy.value = true;
          await skipIdentical(taken);
          isBusy.value = false;
        }}
      >
        {texts.skipIdentical}
      </Button>
      <Button icon="retry" disabled={isBusy.value} onClick={() => replaceAll(taken)}>
        {texts.replaceAll}
      </Button>
    </div>
  );
}

/** A wrong name is a question, not a failure. */
const marks: Partial<Record<Upload['state']['state'], string>> = {
  failed: 'upload-failed',
  'name-taken': 'upload-asking',
  'name-refused': 'upload-asking',
};

function UploadRow({ upload }: { upload: Upload }) {
  const { uploads: texts } = stationTexts;
  const { id, filename, file, state } = upload;
  const isNameWrong = state.state === 'name-taken' || state.state === 'name-refused';
  const failed = state.state === 'failed' || isNameWrong;
  const part = state.state === 'sending' && file.size > 0 ? state.sentBytes / file.size : 0;
  const words = describe(upload, part);
  return (
    <li class={`upload ${marks[state.state] ?? ''}`}>
      <div class="upload-words wrap">
        <p class="bold">{filename}</p>
        <p class="small soft">{formatBytes(file.size)}</p>
      </div>
      <div class="upload-actions">
        {(state.state === 'failed' || state.state === 'interrupted') && (
          <IconButton icon="retry" label={texts.retry(filename)} onClick={() => retryUpload(id)} />
        )}
        {state.state === 'failed' && (
          <IconButton icon="cross" label={texts.dismiss(filename)} onClick={() => forgetUpload(id)} />
        )}
        {!failed && (
          <IconButton icon="cross" label={texts.cancel(filename)} onClick={() => cancelUpload(id)} />
        )}
      </div>
      {!failed && <Bar label={texts.progress(filename)} part={part} valueText={words} />}
      <p class="upload-state soft small" role={failed ? 'alert' : undefined}>
        {words}
      </p>
      {isNameWrong && (
        <div class="upload-choices">
          {state.state === 'name-taken' && (
            <Button kind="quiet" icon="retry" onClick={() => replaceUpload(upload)}>
              {texts.replace}
            </Button>
          )}
          <Button kind="quiet" icon="pencil" onClick={() => renameUploadDialog.open(upload)}>
            {texts.rename}
          </Button>
          <Button kind="quiet" icon="cross" onClick={() => forgetUpload(id)}>
            {texts.skip}
          </Button>
        </div>
      )}
    </li>
  );
}

function describe({ state, file }: Upload, part: number): string {
  const { uploads: texts } = stationTexts;
  switch (state.state) {
    case 'waiting':
      return texts.waiting;
    case 'sending': {
      if (state.sentBytes >= file.size && file.size > 0) return texts.finishing;
      if (state.bytesPerSecond <= 0) return texts.beginning;
      const left = (file.size - state.sentBytes) / state.bytesPerSecond;
      return texts.sending(formatPercent(part), formatSpeed(state.bytesPerSecond), formatDuration(left));
    }
    case 'interrupted':
      return texts.noConnection;
    case 'name-taken':
      return texts.taken;
    case 'name-refused':
    case 'failed':
      return state.why;
    case 'done':
      return '';
  }
}
