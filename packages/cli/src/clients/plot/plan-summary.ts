import type { FilePlan, LayerSettings, Note, NoteCode, Plan, Registration } from '@stationery/drawing';
import type { Output } from '../../terminal/output.ts';
import { counted, durationText, plain } from '../../terminal/words.ts';

/** If a drawing needs at least this many pens, the summary suggests using fewer. */
const manyPens = 12;

export function writeSummary(out: Output, { plan, notes }: FilePlan): void {
  const strokes = plan.layers.reduce((sum, layer) => sum + layer.strokes.length, 0);
  out.line(`paper    ${sizeText(plan)}`);
  out.line(`strokes  ${strokes}, ${lengthText(plan.drawMm)}${pensText(plan)}`);
  for (const { name, settings = {} } of plan.layers) {
    const text = settingsText(settings);
    if (text !== '') out.line(`pen      ${plain(name)}: ${text}`);
  }
  if (plan.skipped !== undefined) out.line(`skipped  ${counted(plan.skipped.strokes, 'stroke')}`);
  out.line(`travel   ${change(plan.before.travelMm, plan.travelMm, lengthText)}`);
  out.line(`lifts    ${change(plan.before.lifts, plan.lifts, String)}`);
  out.line(`time     ${change(plan.before.timeMs, plan.timeMs, durationText)}`);
  if (plan.layers.length > manyPens)
    out.note(
      'note: These are many pens (--pens palette uses the pens that you own, --pens one a single pen)',
    );
  for (const note of [...plan.warnings, ...notes]) out.note(noteText(note));
}

export function marksText({
  degrees,
  scale,
  errorMm,
}: Pick<Registration, 'degrees' | 'scale' | 'errorMm'>): string {
  const size = `scaled to ${(100 * scale).toFixed(1)} %`;
  return `rotated by ${degrees.toFixed(1)}°, ${size}, off by up to ${errorMm.toFixed(2)} mm`;
}

/** Returns the summary in the format of the service: figures rounded to a thousandth, without points. */
export function summaryOf({ plan, notes }: FilePlan): object {
  const { layers, skipped, ...figures } = plan;
  const summary = {
    ...figures,
    skippedStrokes: skipped?.strokes ?? 0,
    notes,
    layers: layers.map(({ name, colour, strokes, settings }) => ({
      name,
      colour,
      settings,
      strokeCount: strokes.length,
    })),
  };
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
  return JSON.parse(JSON.stringify(summary, rounded)) as object;
}

function sizeText({ paper, paperAt }: Plan): string {
  const at =
    paperAt.xMm === 0 && paperAt.yMm === 0 ? '' : ` at ${short(paperAt.xMm)}, ${short(paperAt.yMm)} mm`;
  return `${short(paper.widthMm)} × ${short(paper.heightMm)} mm${at}`;
}

function pensText({ layers }: Plan): string {
  if (layers.length < 2) return '';
  const pens = layers
    .slice(0, manyPens)
    .map(({ name, colour }) => (name === colour ? name : `${name} ${colour}`));
  return `, ${layers.length} pens: ${plain(pens.join(', '))}${layers.length > manyPens ? ' …' : ''}`;
}

type Shown = Required<Omit<LayerSettings, 'pen'>>;

const settingTexts: { [Name in keyof Shown]: (value: Shown[Name]) => string } = {
  pause: (pauses) => (pauses ? 'pauses first' : 'no pause'),
  speedMmS: (value) => `${value} mm/s`,
  penDownHeight: (value) => `height ${value}`,
  delayMs: (value) => `waits ${value} ms with the pen down`,
  passes: (value) => counted(value, 'pass', 'passes'),
  repeat: (value) => `drawn ${counted(value, 'time')}`,
  seamMm: (value) => `seam ${value} mm`,
  refillM: (value) => `refill every ${value} m`,
  refillMin: (value) => `refill every ${value} min`,
  dip: (places) => `dip at ${places}`,
};

export function settingsText(settings: LayerSettings): string {
  return Object.entries(settingTexts)
    .flatMap(([name, text]) => {
      const value = settings[name as keyof Shown];
      return value === undefined ? [] : [plain((text as (value: unknown) => string)(value))];
    })
    .join(', ');
}

function change(before: number, after: number, text: (value: number) => string): string {
  return text(before) === text(after) ? text(after) : `${text(before)} → ${text(after)}`;
}

const options: Partial<Record<NoteCode, string>> = { 'white-layer': 'choose layers with --layers' };

function noteText({ code, text, count }: Note): string {
  const bare = plain(text).replace(/\.$/, '');
  const aside = [count > 1 ? counted(count, 'time') : undefined, options[code]].filter(Boolean).join('; ');
  return aside === '' ? `note: ${bare}` : `note: ${bare} (${aside})`;
}

export function lengthText(mm: number): string {
  return mm < 1000 ? `${Math.round(mm)} mm` : `${(mm / 1000).toFixed(mm < 100_000 ? 2 : 0)} m`;
}

function short(mm: number): number {
  return Math.round(mm * 10) / 10;
}
