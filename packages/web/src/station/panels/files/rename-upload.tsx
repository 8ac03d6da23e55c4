import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { sharedTexts } from '../../../texts/shared.ts';
import { stationTexts } from '../../../texts/station.ts';
import { Button, Dialog, Field } from '../../../ui/index.ts';
import { byteLength, longestNameBytes, suggestedName } from '../../state/file-names.ts';
import { fileNamed } from '../../state/store.ts';
import { retryUpload, type Upload } from '../../state/uploads.ts';

/** The name is taken or not allowed: the file is uploaded under another one. */
export function RenameUpload({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const { uploads: texts } = stationTexts;
  const name = useSignal(suggestedName(upload.filename, (one) => fileNamed(one) !== undefined));
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  const wanted = name.value.trim();
  const why = upload.state.state === 'name-refused' ? upload.state.why : texts.renameText(upload.filename);
  return (
    <Dialog title={texts.renameTitle} onClose={onClose}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          retryUpload(upload.id, { filename: wanted, replaces: undefined });
        }}
      >
        <p>{why}</p>
        <Field
          label={texts.renameLabel}
          value={name.value}
          inputRef={input}
          count={{ now: byteLength(wanted), most: longestNameBytes }}
          onInput={(event) => {
            name.value = event.currentTarget.value;
          }}
        />
        <div class="dialog-actions">
          <Button onClick={onClose}>{sharedTexts.cancel}</Button>
          <Button
            kind="primary"
            type="submit"
            disabled={wanted === '' || byteLength(wanted) > longestNameBytes}
          >
            {texts.renameDo}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
