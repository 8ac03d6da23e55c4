import { useSignal } from '@preact/signals';
import type { CardFile } from '@stationery/client';
import { useEffect } from 'preact/hooks';
import { explain } from '../../../service/index.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { stationTexts } from '../../../texts/station.ts';
import { formatBytes } from '../../../ui/format.ts';
import { Button, Dialog } from '../../../ui/index.ts';
import { station } from '../../client.ts';
import { previewDialog } from '../../state/dialogs.ts';
import { contentAddress, downloadFile } from '../../state/download.ts';
import { kindOf } from '../../state/file-kind.ts';
import './preview-dialog.css';

export function PreviewDialog() {
  const file = previewDialog.value;
  if (file === undefined) return null;
  return (
    <Dialog
      title={file.filename}
      wide={kindOf(file.filename) !== 'audio'}
      onClose={previewDialog.close}
      actions={
        <>
          <span class="preview-size soft small">{formatBytes(file.size)}</span>
          <Button icon="download" onClick={() => void downloadFile(file)}>
            {stationTexts.files.download}
          </Button>
        </>
      }
    >
      <div class="preview stack">
        {file.size === 0 ? (
          <p>{stationTexts.preview.empty}</p>
        ) : kindOf(file.filename) === 'text' ? (
          <TextPreview file={file} />
        ) : (
          <MediaPreview file={file} />
        )}
      </div>
    </Dialog>
  );
}

function MediaPreview({ file }: { file: CardFile }) {
  const url = useSignal<string | undefined>(undefined);
  const trouble = useSignal<string | undefined>(undefined);
  const kind = kindOf(file.filename);
  useEffect(() => {
    const ending = new AbortController();
    let release = () => {};
    // Fetches PDFs, because the station sandboxes documents of the card and PDF viewers need the bytes.
    const fetchedAs = kind === 'pdf' ? 'application/pdf' : undefined;
    contentAddress(file, { fetchedAs, signal: ending.signal }).then(
      (address) => {
        release = address.release;
        url.value = address.url;
      },
      (error: unknown) => {
        if (!ending.signal.aborted) trouble.value = explain(error);
      },
    );
    return () => {
      ending.abort();
      release();
    };
  }, [file.id]);

  if (kind === 'pdf' && !navigator.pdfViewerEnabled) return <p>{stationTexts.preview.failed}</p>;
  if (trouble.value !== undefined) return <p role="alert">{trouble.value}</p>;
  if (url.value === undefined) return <p class="soft">{sharedTexts.loading}</p>;
  const common = {
    src: url.value,
    onError: () => {
      trouble.value = stationTexts.preview.failed;
    },
  };
  switch (kind) {
    case 'audio':
      return <audio controls autoplay aria-label={file.filename} {...common} />;
    case 'video':
      return <video controls autoplay playsInline aria-label={file.filename} {...common} />;
    case 'image':
      return <img alt={file.filename} {...common} />;
    default:
      return <iframe title={file.filename} {...common} />;
  }
}

const shownBytes = 100_000;

function TextPreview({ file }: { file: CardFile }) {
  const text = useSignal<string | undefined>(undefined);
  const { preview: texts } = stationTexts;
  useEffect(() => {
    const ending = new AbortController();
    station
      .content(file.id, { range: { first: 0, last: shownBytes - 1 }, signal: ending.signal })
      .then((answer) => answer.text())
      .catch(explain)
      .then((found) => {
        text.value = found;
      });
    return () => ending.abort();
  }, [file.id]);
  if (text.value === undefined) return <p class="soft">{sharedTexts.loading}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <pre class="preview-text" tabIndex={0}>
        {text.value}
      </pre>
      {file.size > shownBytes && <p class="soft small">{texts.cut(formatBytes(shownBytes))}</p>}
    </>
  );
}
