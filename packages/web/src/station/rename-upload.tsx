import { useRef } from 'preact/hooks';
import { sharedTexts } from '../texts/shared.ts';
import { stationTexts } from '../texts/station.ts';
import { Button, Dialog, Field } from '../ui/index.ts';
import { freeName } from './free-name.ts';
import { fileNamed } from './store.ts';
import { retryUpload, type Upload } from './uploads.ts';

/** A name is taken: the file on the card stays, the new one is given another name. */
export function RenameUpload({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const { uploads: texts } = stationTexts;
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog title={texts.renameTitle} onClose={onClose}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          const name = input.current?.value.trim() ?? '';
          onClose();
          retryUpload(upload.id, { filename: name === '' ? upload.filename : name, replaces: undefined });
        }}
      >
        <p>{texts.renameText(upload.filename)}</p>
        <Field
          label={texts.renameLabel}
          inputRef={input}
          value={freeName(upload.filename, (name) => fileNamed(name) !== undefined)}
        />
        <div class="dialog-actions">
          <Button onClick={onClose}>{sharedTexts.cancel}</Button>
          <Button kind="primary" type="submit">
            {texts.renameDo}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
