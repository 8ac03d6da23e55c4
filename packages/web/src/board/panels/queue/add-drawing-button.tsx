import { useRef } from 'preact/hooks';
import { boardTexts } from '../../../texts/board.ts';
import { Button } from '../../../ui/index.ts';
import { offerDrawings } from '../../state/submit-drawings.ts';

export function AddDrawingButton() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button kind="primary" icon="plus" onClick={() => input.current?.click()}>
        {boardTexts.submit.add}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".svg,image/svg+xml"
        multiple
        hidden
        onChange={(event) => {
          offerDrawings([...(event.currentTarget.files ?? [])]);
          // The same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
