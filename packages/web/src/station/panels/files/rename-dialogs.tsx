import { useSignal } from '@preact/signals';
import type { CardFile } from '@stationery/client';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { explain } from '../../../service/index.ts';
import { stationTexts } from '../../../texts/station.ts';
import { bound } from '../../../ui/bound.ts';
import { Field, FormDialog, showToast } from '../../../ui/index.ts';
import { stationTags } from '../../client.ts';
import { applyEvent } from '../../state/apply-event.ts';
import { renameFileDialog, renameUploadDialog } from '../../state/dialogs.ts';
import { byteLength, maxNameBytes, suggestedName } from '../../state/file-names.ts';
import { fileNamed } from '../../state/store.ts';
import { retryUpload, type Upload } from '../../state/uploads.ts';

export function RenameFileDialog() {
  const file = renameFileDialog.value;
  return file === undefined ? null : <RenameFile key={file.id} file={file} />;
}

function RenameFile({ file }: { file: CardFile }) {
  const { files: texts, uploads } = stationTexts;
  const name = useSignal(file.filename);
  const why = useSignal<string | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
    const ending = file.filename.lastIndexOf('.');
    input.current?.setSelectionRange(0, ending > 0 ? ending : file.filename.length);
  }, []);
  const wanted = name.value.trim();
  const save = async () => {
    // Reads the signal, because on a busy machine the dialog may not have rendered the latest input.
    const entered = name.value.trim();
    try {
      if (entered !== file.filename) {
        applyEvent({ id: '', name: 'file.changed', data: await stationTags.renameFile(file.id, entered) });
        showToast({ message: texts.renamed(entered) });
      }
      renameFileDialog.close();
    } catch (error) {
      why.value = explain(error);
    }
  };
  return (
    <FormDialog
      title={texts.renameTitle(file.filename)}
      onClose={renameFileDialog.close}
      onSubmit={save}
      isDisabled={wanted === '' || byteLength(wanted) > maxNameBytes}
    >
      <Field
        label={uploads.renameLabel}
        value={name.value}
        inputRef={input}
        error={why.value}
        count={{ now: byteLength(wanted), max: maxNameBytes }}
        onChange={(text) => {
          name.value = text;
          why.value = undefined;
        }}
      />
    </FormDialog>
  );
}

export function RenameUploadDialog() {
  const upload = renameUploadDialog.value;
  return upload === undefined ? null : <RenameUpload key={upload.id} upload={upload} />;
}

function RenameUpload({ upload }: { upload: Upload }) {
  const { uploads: texts } = stationTexts;
  const name = useSignal(suggestedName(upload.filename, (one) => fileNamed(one) !== undefined));
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  const wanted = name.value.trim();
  const why = upload.state.state === 'name-refused' ? upload.state.why : texts.renameText(upload.filename);
  return (
    <FormDialog
      title={texts.rename}
      onClose={renameUploadDialog.close}
      onSubmit={() => {
        renameUploadDialog.close();
        retryUpload(upload.id, { filename: wanted, replaces: undefined });
      }}
      submit={texts.renameDo}
      isDisabled={wanted === '' || byteLength(wanted) > maxNameBytes}
    >
      <p>{why}</p>
      <Field
        label={texts.renameLabel}
        {...bound(name)}
        inputRef={input}
        count={{ now: byteLength(wanted), max: maxNameBytes }}
      />
    </FormDialog>
  );
}
