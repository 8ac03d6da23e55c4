import { acceptedDrawings } from '@stationery/contract/drawing-formats';
import { boardTexts } from '../../../texts/board.ts';
import { FileButton } from '../../../ui/index.ts';
import { offerDrawings } from '../../state/submit-drawings.ts';

export function AddDrawingButton() {
  return (
    <FileButton kind="primary" icon="plus" accept={acceptedDrawings()} multiple onFiles={offerDrawings}>
      {boardTexts.submit.add}
    </FileButton>
  );
}
