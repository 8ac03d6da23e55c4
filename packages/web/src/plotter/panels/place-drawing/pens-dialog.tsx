import type { PalettePen } from '@stationery/client';
import { useEffect, useState } from 'preact/hooks';
import { isBusy } from '../../../service/index.ts';
import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import {
  Button,
  type ButtonProps,
  Dialog,
  Field,
  FileButton,
  FormDialog,
  IconButton,
} from '../../../ui/index.ts';
import { NumberField } from '../../components/number-field.tsx';
import { changePen, loadPens, readPens, replacePen, savePens } from '../../state/drawing/edit-pens.ts';
import { drawnDistances, ownedPens } from '../../state/drawing/pens.ts';
import { PenSettingFields } from './pen-setting-fields.tsx';
import './pens-dialog.css';

const texts = placeDrawingTexts.ownPens;

interface PensDialogProps {
  onClose: () => void;
}

function PensDialog({ onClose }: PensDialogProps) {
  useEffect(() => void loadPens(), []);
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
      <ul>
        {ownedPens.value.map((pen) => (
          <li key={pen.name} class="row">
            <svg class="drawing-chip" width="14" height="14" aria-hidden="true">
              <circle cx="7" cy="7" r="6" fill={pen.colour} />
            </svg>
            <span class="pen-name">
              {pen.name}
              <span class="soft small">{describePen(pen)}</span>
            </span>
            {drawnMm(pen.name) > 0 && (
              <IconButton
                icon="retry"
                label={texts.replaced(pen.name)}
                disabled={isBusy('pens')}
                onClick={() => void replacePen(pen.name)}
              />
            )}
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

function describePen({ name, widthMm }: PalettePen): string {
  const drawn = drawnMm(name);
  return [widthMm !== undefined && texts.widthOf(widthMm), drawn > 0 && texts.drawn(drawn)]
    .filter(Boolean)
    .join(' · ');
}

const drawnMm = (name: string) => drawnDistances.value.find(({ pen }) => pen === name)?.drawnMm ?? 0;

interface PenFormProps {
  pen: PalettePen;
  kept: string | undefined;
  onEnd: () => void;
}

function PenForm({ pen: before, kept, onEnd }: PenFormProps) {
  const [pen, setPen] = useState(before);
  const name = pen.name.trim();
  const isTaken = name !== kept && ownedPens.value.some((other) => other.name === name);
  const save = async () => {
    if (await changePen(kept, { ...pen, name })) onEnd();
  };
  return (
    <FormDialog
      title={kept === undefined ? texts.add : texts.change(kept)}
      isDisabled={name === '' || isTaken}
      onSubmit={save}
      onClose={onEnd}
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
        <NumberField
          isOptional
          label={texts.width}
          min={0.01}
          max={100}
          value={pen.widthMm}
          onChange={(widthMm) => {
            const { widthMm: _, ...rest } = pen;
            setPen(widthMm === undefined ? rest : { ...rest, widthMm });
          }}
        />
        <PenSettingFields settings={pen} onChange={setPen} />
      </div>
    </FormDialog>
  );
}

export function EditPens({ kind }: Pick<ButtonProps, 'kind'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind={kind} onClick={() => setOpen(true)}>
        {texts.edit}
      </Button>
      {isOpen && <PensDialog onClose={() => setOpen(false)} />}
    </>
  );
}

export function OwnPens() {
  useEffect(() => void loadPens(), []);
  const { length } = ownedPens.value;
  return (
    <div class="row wrap">
      <span class="soft small">{texts.count(length)}</span>
      <EditPens kind="quiet" />
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
