import { signal } from '@preact/signals';
import { maxMegapixels, type PictureOptions, pictureDefaults, pictureLimits } from '@stationery/drawing';
import { useEffect, useId, useMemo, useRef } from 'preact/hooks';
import { pictureTexts as texts } from '../../../texts/picture.ts';
import { bound } from '../../../ui/bound.ts';
import { ChoiceField, FormDialog } from '../../../ui/index.ts';
import { NumberField } from '../../components/number-field.tsx';
import { pictureDialog } from '../../state/dialogs.ts';
import { ownedPens } from '../../state/drawing/pens.ts';
import { openFiles } from '../../state/files/open-files.ts';
import { addToSheet } from '../../state/files/open-inspected.ts';
import { PictureSession } from '../../state/picture/picture-session.ts';
import './picture-dialog.css';

type PenSet = keyof typeof texts.penSets;
type Side = keyof typeof texts.sides;

/** Kept for the next picture. */
const chosen = signal<Omit<PictureOptions, 'part' | 'inks'>>(pictureDefaults);
const penSet = signal<PenSet>('one');

const uncropped: Readonly<Record<Side, number>> = { left: 0, top: 0, right: 0, bottom: 0 };
const cropped = signal(uncropped);
const maxCrop = 49;
const maxPens = 6;
const previewPixels = 1200;

function inksOf(set: PenSet): readonly string[] {
  if (set === 'two') return ['#cc0000', '#000000'];
  if (set === 'cmyk') return ['#00a0e0', '#e0007f', '#f0d000', '#000000'];
  if (set === 'own') return ownedPens.value.slice(0, maxPens).map(({ colour }) => colour);
  return ['#000000'];
}

export function PictureDialog() {
  const subject = pictureDialog.value;
  const session = useMemo(() => subject && new PictureSession(subject.blob), [subject]);
  useEffect(() => {
    cropped.value = uncropped;
    return () => session?.close();
  }, [session]);
  const { left, top, right, bottom } = cropped.value;
  const inks = inksOf(penSet.value);
  const options: PictureOptions = {
    ...chosen.value,
    part: [left, top, 100 - left - right, 100 - top - bottom],
    inks,
  };
  const key = JSON.stringify(options);
  useEffect(() => session?.draw(JSON.parse(key), previewPixels), [session, key]);
  if (subject === undefined || session === undefined) return null;
  const submit = async () => {
    const file = new File([await session.svg()], `${subject.name}.svg`, { type: 'image/svg+xml' });
    pictureDialog.close();
    await (subject.isAdded ? addToSheet : openFiles)([file]);
  };
  const isReady = !session.isDrawing.value && (session.drawn.value?.strokes ?? 0) > 0;
  return (
    <FormDialog
      title={texts.title}
      wide
      submit={subject.isAdded ? texts.add : texts.open}
      isDisabled={!isReady || session.failed.value !== undefined}
      onSubmit={submit}
      onClose={pictureDialog.close}
    >
      <div class="picture">
        <Preview session={session} />
        <Controls />
      </div>
    </FormDialog>
  );
}

function Preview({ session }: { session: PictureSession }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = session.drawn.value;
  const failed = session.failed.value;
  useEffect(() => {
    if (drawn === undefined || canvas.current === null) return;
    canvas.current.width = drawn.image.width;
    canvas.current.height = drawn.image.height;
    canvas.current.getContext('bitmaprenderer')?.transferFromImageBitmap(drawn.image);
  }, [drawn]);
  const words = () => {
    if (failed !== undefined)
      return failed.code === 'drawing.too-large' ? texts.tooLarge(maxMegapixels) : texts.unreadable;
    if (session.isDrawing.value || drawn === undefined) return texts.drawing;
    if (drawn.strokes === 0) return texts.nothing;
    return texts.figures(drawn.strokes, drawn.lengthMm / 1000, drawn.widthMm, drawn.heightMm);
  };
  return (
    <div class="picture-preview stack">
      <div class="picture-paper">
        <canvas ref={canvas} role="img" aria-label={texts.preview} hidden={drawn === undefined} />
      </div>
      <p class={failed === undefined ? 'small soft' : 'small danger'} role="status">
        {words()}
      </p>
    </div>
  );
}

/** The slider is logarithmic: its steps grow with the number of points. */
const [minPoints, maxPoints] = pictureLimits.points;
const pointsAt = (place: number) => {
  const points = minPoints * (maxPoints / minPoints) ** place;
  const digits = 10 ** Math.floor(Math.log10(points) - 1);
  return Math.round(points / digits) * digits;
};
const placeOf = (points: number) => Math.log(points / minPoints) / Math.log(maxPoints / minPoints);

function Controls() {
  const { style, points, brightness, contrast, penMm, sizeMm } = chosen.value;
  const change = (changed: Partial<PictureOptions>) => {
    chosen.value = { ...chosen.value, ...changed };
  };
  const { own, ...others } = texts.penSets;
  return (
    <div class="picture-controls stack gap-3">
      <ChoiceField
        label={texts.style}
        value={style}
        options={texts.styles}
        onChange={(value) => change({ style: value })}
      />
      <Slider
        label={texts.points}
        words={texts.pointsValue(points)}
        value={Math.round(100 * placeOf(points))}
        range={[0, 100]}
        onChange={(place) => change({ points: pointsAt(place / 100) })}
      />
      <Slider
        label={texts.brightness}
        words={String(brightness)}
        value={brightness}
        range={pictureLimits.brightness}
        onChange={(value) => change({ brightness: value })}
      />
      <Slider
        label={texts.contrast}
        words={String(contrast)}
        value={contrast}
        range={pictureLimits.contrast}
        onChange={(value) => change({ contrast: value })}
      />
      <div class="pair">
        <NumberField
          label={texts.size}
          value={sizeMm}
          min={pictureLimits.sizeMm[0]}
          max={pictureLimits.sizeMm[1]}
          onChange={(value) => change({ sizeMm: value })}
        />
        <NumberField
          label={texts.pen}
          value={penMm}
          digits={2}
          min={pictureLimits.penMm[0]}
          max={pictureLimits.penMm[1]}
          onChange={(value) => change({ penMm: value })}
        />
      </div>
      <ChoiceField
        label={texts.pens}
        options={ownedPens.value.length > 0 ? { ...others, own } : others}
        {...bound(penSet)}
      />
      <details>
        <summary class="field-label">{texts.crop}</summary>
        <div class="pair">
          {(Object.keys(uncropped) as Side[]).map((side) => (
            <NumberField
              key={side}
              label={texts.sides[side]}
              value={cropped.value[side]}
              min={0}
              max={maxCrop}
              step={1}
              onChange={(value) => {
                cropped.value = { ...cropped.value, [side]: value };
              }}
            />
          ))}
        </div>
      </details>
    </div>
  );
}

interface SliderProps {
  label: string;
  words: string;
  value: number;
  range: readonly [number, number];
  onChange: (value: number) => void;
}

function Slider({ label, words, value, range: [min, max], onChange }: SliderProps) {
  const id = useId();
  return (
    <div class="picture-slider">
      <label for={id} class="field-label">
        {label}
      </label>
      <output class="small soft" for={id}>
        {words}
      </output>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        value={value}
        aria-valuetext={words}
        onInput={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
    </div>
  );
}
