import { useRef } from 'preact/hooks';
import { stationTexts } from '../../texts/station.ts';
import { Button } from '../../ui/index.ts';
import { addUploads } from '../state/uploads.ts';

export function AddFilesButton() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button kind="primary" icon="plus" onClick={() => input.current?.click()}>
        {stationTexts.files.add}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          addUploads(event.currentTarget.files ?? []);
          // The same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
