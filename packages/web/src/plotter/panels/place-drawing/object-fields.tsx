import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Button, ChoiceField, FileButton, IconButton } from '../../../ui/index.ts';
import { NumberField } from '../../components/number-field.tsx';
import { textDialog } from '../../state/dialogs.ts';
import {
  alignWith,
  arrangeInRows,
  canFill,
  copiesLeft,
  copySelected,
  fillSheet,
  removeSelected,
  type Side,
} from '../../state/drawing/edit-objects.ts';
import { noOperations, operationLimits } from '../../state/drawing/operation-settings.ts';
import type { DrawingSession } from '../../state/drawing/session.ts';
import type { Settings } from '../../state/drawing/settings.ts';
import { addToSheet } from '../../state/files/open-inspected.ts';
import { AlignToMarks } from './align/alignment-fields.tsx';

const texts = placeDrawingTexts.objects;

interface ObjectProps {
  session: DrawingSession;
}

export function SheetContents({ session }: ObjectProps) {
  return (
    <div class="drawing-add wrap">
      {session.hasObjects.value && <ObjectChoice session={session} />}
      <FileButton
        icon="plus"
        multiple
        aria-label={placeDrawingTexts.addDrawing}
        title={placeDrawingTexts.addDrawing}
        onFiles={(files) => void addToSheet(files)}
      >
        {texts.drawing}
      </FileButton>
      <Button
        icon="plus"
        aria-label={plotterTexts.bed.addText}
        title={plotterTexts.bed.addText}
        onClick={textDialog.open}
      >
        {texts.text}
      </Button>
      <AlignToMarks session={session} />
    </div>
  );
}

function ObjectChoice({ session }: ObjectProps) {
  const index = session.selection.value?.index;
  return (
    <ChoiceField
      label={texts.selected}
      labelUnseen
      value={String(index ?? 'all')}
      options={[['all', texts.all(session.objects.value.length)], ...objectNames(session)]}
      onChange={(value) => {
        session.selected.value = value === 'all' ? undefined : Number(value);
      }}
    />
  );
}

/** Copies of a drawing are numbered. */
function objectNames({ drawing: { names }, objects }: DrawingSession) {
  const counts = new Map<number, number>();
  return objects.value.map(({ drawing }, at) => {
    const count = (counts.get(drawing) ?? 0) + 1;
    counts.set(drawing, count);
    const name = names?.[drawing] ?? texts.unnamed(drawing + 1);
    return [String(at), count === 1 ? name : `${name} (${count})`] as const;
  });
}

const sides: readonly Side[] = ['left', 'centre', 'right', 'top', 'middle', 'bottom'];

export function AlignButtons({ session }: ObjectProps) {
  return (
    <fieldset class="drawing-align" aria-label={texts.align}>
      {sides.map((side) => (
        <IconButton
          key={side}
          icon={side === 'centre' || side === 'middle' ? 'centre' : 'align'}
          class={`drawing-align-${side}`}
          label={texts.sides[side]}
          onClick={() => alignWith(session, side)}
        />
      ))}
    </fieldset>
  );
}

export function RemoveButton({ session }: ObjectProps) {
  return session.hasObjects.value ? (
    <IconButton
      icon="trash"
      label={texts.remove}
      disabled={session.selection.value?.index === undefined}
      onClick={() => removeSelected(session)}
    />
  ) : null;
}

export function ObjectButtons({ session, settings }: ObjectProps & { settings: Settings }) {
  const hasGap = canFill(session);
  const { copyGapMm } = { ...noOperations, ...settings.operations };
  const operations = (gapMm: number) => ({ ...noOperations, ...settings.operations, copyGapMm: gapMm });
  return (
    <div class="drawing-objects wrap">
      <Button disabled={copiesLeft(session) < 1} onClick={() => copySelected(session)}>
        {texts.copy}
      </Button>
      <Button disabled={!hasGap} onClick={() => fillSheet(session)}>
        {texts.fill}
      </Button>
      {hasGap && (
        <NumberField
          label={texts.gap}
          value={copyGapMm}
          step={1}
          {...operationLimits.copyGapMm}
          onChange={(value) => session.change({ operations: operations(value) })}
        />
      )}
      {settings.sheet && (session.drawing.more?.length ?? 0) > 0 && (
        <Button onClick={() => arrangeInRows(session)}>{texts.rows}</Button>
      )}
    </div>
  );
}
