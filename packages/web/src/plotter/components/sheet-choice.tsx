import { plotterTexts } from '../../texts/plotter.ts';
import { Checkbox } from '../../ui/index.ts';
import { isSheetTaken, setWantsSheet, wantsSheet } from '../state/plot/fresh-sheet.ts';
import './sheet-choice.css';

const texts = plotterTexts.sheet;

export function SheetChoice() {
  return (
    <div class="sheet-choice">
      <Checkbox small label={texts.ask} value={wantsSheet.value} onChange={setWantsSheet} />
      {isSheetTaken.value && !wantsSheet.value && <p class="soft small">{texts.same}</p>}
    </div>
  );
}
