import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { stationTexts } from '../../../texts/station.ts';
import { bound, Field, FormDialog } from '../../../ui/index.ts';
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
    <FormDialog
      title={texts.renameTitle}
      onClose={onClose}
      onSubmit={() => {
        onClose();
        retryUpload(upload.id, { filename: wanted, replaces: undefined });
      }}
      submit={texts.renameDo}
      isDisabled={wanted === '' || byteLength(wanted) > longestNameBytes}
    >
      <p>{why}</p>
      <Field
        label={texts.renameLabel}
        {...bound(name)}
        inputRef={input}
        count={{ now: byteLength(wanted), max: longestNameBytes }}
      />
    </FormDialog>
  );
}
