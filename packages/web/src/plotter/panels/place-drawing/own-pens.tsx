import { useEffect, useState } from 'preact/hooks';
import { isBusy } from '../../../service/index.ts';
import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { Button, FileButton } from '../../../ui/index.ts';
import { loadPens, readPens, savePens } from '../../state/drawing/own-pens.ts';
import { ownedPens } from '../../state/drawing/pens.ts';
import { PensDialog } from './pens-dialog.tsx';
import './own-pens.css';

const texts = placeDrawingTexts.ownPens;

/** The pens that the person owns, one by one, from a file and to one. */
export function OwnPens() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => void loadPens(), []);
  const { length } = ownedPens.value;
  return (
    <div class="own-pens wrap">
      <span class="soft small">{texts.count(length)}</span>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {texts.edit}
      </Button>
      {isOpen && <PensDialog onClose={() => setOpen(false)} />}
      <FileButton
        kind="quiet"
        busy={isBusy('pens')}
        accept="application/json,.json"
        onFiles={([file]) => void readPens(file)}
      >
        {texts.load}
      </FileButton>
      {length > 0 && (
        <Button kind="quiet" onClick={savePens}>
          {texts.save}
        </Button>
      )}
    </div>
  );
}
