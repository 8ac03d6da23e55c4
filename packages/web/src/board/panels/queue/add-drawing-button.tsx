import { boardTexts } from '../../../texts/board.ts';
import { FileButton } from '../../../ui/index.ts';
import { offerDrawings } from '../../state/submit-drawings.ts';

export function AddDrawingButton() {
  return (
    <FileButton kind="primary" icon="plus" accept=".svg,image/svg+xml" multiple onFiles={offerDrawings}>
      {boardTexts.submit.add}
    </FileButton>
  );
}
