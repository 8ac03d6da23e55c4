import type { PalettePen } from '@stationery/client';
import { useEffect, useState } from 'preact/hooks';
import { isBusy } from '../../../service/index.ts';
import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { Button, Dialog, Field, FileButton, IconButton } from '../../../ui/index.ts';
import { NumberField } from '../../components/number-field.tsx';
import { changePen, loadPens, readPens, savePens } from '../../state/drawing/edit-pens.ts';
import { ownedPens } from '../../state/drawing/pens.ts';
import { machine } from '../../state/store.ts';
import './pens-dialog.css';

const texts = placeDrawingTexts.ownPens;
const settingTexts = placeDrawingTexts.layerSettings;

interface PensDialogProps {
  onClose: () => void;
}

/** Lists the user's pens, to add, change and remove them. */
function PensDialog({ onClose }: PensDialogProps) {
  /** The pen in the form and its stored name; undefined for a new one. */
  const [edited, edit] = useState<{ pen: PalettePen; kept: string | undefined } | undefined>(undefined);
  if (edited !== undefined) return <PenForm {...edited} onEnd={() => edit(undefined)} />;
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      actions={
        <Button
          kind="primary"
          onClick={() => edit({ pen: { name: '', colour: '#000000' }, kept: undefined })}
        >
          {texts.add}
        </Button>
      }
    >
      <ul class="pen-list">
        {ownedPens.value.map((pen) => (
          <li key={pen.name} class="row">
            <svg class="drawing-chip" width="14" height="14" aria-hidden="true">
              <circle cx="7" cy="7" r="6" fill={pen.colour} />
            </svg>
            <span class="pen-name">{pen.name}</span>
            <span class="soft small">{pen.widthMm !== undefined && `${pen.widthMm} mm`}</span>
            <IconButton
              icon="pencil"
              label={texts.change(pen.name)}
              onClick={() => edit({ pen, kept: pen.name })}
            />
            <IconButton
              icon="trash"
              label={texts.remove(pen.name)}
              disabled={isBusy('pens')}
              onClick={() => void changePen(pen.name, undefined)}
            />
          </li>
        ))}
      </ul>
      {ownedPens.value.length === 0 && <p class="soft">{texts.count(0)}</p>}
    </Dialog>
  );
}

interface PenFormProps {
  pen: PalettePen;
  kept: string | undefined;
  onEnd: () => void;
}

type NumberName = 'widthMm' | 'speedMmS' | 'penDownHeight' | 'delayMs';

function PenForm({ pen: before, kept, onEnd }: PenFormProps) {
  const [pen, setPen] = useState(before);
  const name = pen.name.trim();
  const isTaken = name !== kept && ownedPens.value.some((other) => other.name === name);
  const heights = machine.value?.penHeightLimits ?? { min: -100_000, max: 100_000 };
  const save = async () => {
    if (await changePen(kept, { ...pen, name })) onEnd();
  };
  const number = (key: NumberName, label: string, min: number, max: number) => (
    <NumberField
      isOptional
      {...{ label, min, max }}
      value={pen[key]}
      onChange={(value) => {
        const { [key]: _, ...rest } = pen;
        setPen(value === undefined ? rest : { ...rest, [key]: value });
      }}
    />
  );
  return (
    <Dialog
      title={kept === undefined ? texts.add : texts.change(kept)}
      onClose={onEnd}
      actions={
        <>
          <Button onClick={onEnd}>{texts.cancel}</Button>
          <Button
            kind="primary"
            busy={isBusy('pens')}
            disabled={name === '' || isTaken}
            onClick={() => void save()}
          >
            {texts.keep}
          </Button>
        </>
      }
    >
      <div class="pen-form stack gap-3">
        <Field
          label={texts.name}
          value={pen.name}
          maxLength={100}
          error={isTaken ? texts.taken : undefined}
          onChange={(text) => setPen({ ...pen, name: text })}
        />
        <label class="field">
          <span class="field-label">{texts.colour}</span>
          <input
            type="color"
            class="field-input"
            value={pen.colour}
            onInput={(event) => setPen({ ...pen, colour: event.currentTarget.value })}
          />
        </label>
        {number('widthMm', texts.width, 0.01, 100)}
        {number('speedMmS', settingTexts.speedMmS, 0.01, 10_000)}
        {number('penDownHeight', settingTexts.penDownHeight, heights.min, heights.max)}
        {number('delayMs', settingTexts.delayMs, 0, 60_000)}
      </div>
    </Dialog>
  );
}

/** The user's pens, with import and export. */
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
