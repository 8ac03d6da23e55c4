import { plotterTexts } from '../../texts/plotter.ts';
import { isSheetTaken, setWantsSheet, wantsSheet } from '../state/plot/fresh-sheet.ts';
import './sheet-choice.css';

const texts = plotterTexts.sheet;

/** Stands at “Plot it”: whether the job waits for another sheet of paper before it draws. */
export function SheetChoice() {
  return (
    <div class="sheet-choice">
      <label class="check">
        <input
          type="checkbox"
          checked={wantsSheet.value}
          onChange={(event) => setWantsSheet(event.currentTarget.checked)}
        />
        {texts.ask}
      </label>
      {isSheetTaken.value && !wantsSheet.value && <p class="soft small">{texts.same}</p>}
    </div>
  );
}
