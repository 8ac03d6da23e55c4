import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { ChoiceField, Segmented } from '../../../ui/index.ts';
import { NumberField } from '../../components/number-field.tsx';
import type { DrawingSession } from '../../state/drawing/session.ts';
import {
  customPaper,
  customPaperSize,
  maxPaperMm,
  papers,
  type Settings,
  smallestPaperMm,
} from '../../state/drawing/settings.ts';
import { machine } from '../../state/store.ts';

const texts = placeDrawingTexts;

interface PaperFieldsProps {
  session: DrawingSession;
  settings: Settings;
}

export function PaperFields({ session, settings }: PaperFieldsProps) {
  const { paper, orientation, marginMm, paperAt, marks } = settings;
  return (
    <div class="stack gap-3">
      <div class="drawing-fields pair drawing-sheet">
        <PaperField session={session} settings={settings} />
        <NumberField
          label={texts.margin}
          value={marginMm}
          min={0}
          max={1000}
          step={1}
          error={session.whyImpossible.value}
          onChange={(value) => session.change({ marginMm: value })}
        />
      </div>
      <CustomSize session={session} settings={settings} />
      {paper !== 'machine' && (
        <div class="drawing-fields pair drawing-where" title={texts.paperHint}>
          {papers.includes(paper) && (
            <Segmented
              label={texts.orientation}
              options={{ portrait: texts.portrait, landscape: texts.landscape }}
              value={orientation}
              onChange={(value) => session.change({ orientation: value })}
            />
          )}
          {/* An aligned sheet lies where its marks were found. */}
          {marks === undefined && (
            <>
              <NumberField
                label={texts.paperX}
                value={paperAt.xMm}
                step={1}
                onChange={(xMm) => session.change({ paperAt: { ...paperAt, xMm } })}
              />
              <NumberField
                label={texts.paperY}
                value={paperAt.yMm}
                step={1}
                onChange={(yMm) => session.change({ paperAt: { ...paperAt, yMm } })}
              />
            </>
          )}
        </div>
      )}
    </div>
  );
}

function PaperField({ session, settings }: PaperFieldsProps) {
  const size = machine.value?.size;
  const isCustom = customPaperSize(settings.paper) !== undefined;
  const choose = (value: string) => session.change({ paper: value === custom ? sizeNow(session) : value });
  return (
    <ChoiceField
      label={texts.paper}
      value={isCustom ? custom : settings.paper}
      options={{
        page: texts.paperPage,
        ...(size && { machine: texts.paperMachine(size.widthMm, size.heightMm) }),
        ...Object.fromEntries(papers.map((name) => [name, texts.papers[name] ?? name])),
        [custom]: texts.paperCustom,
      }}
      onChange={choose}
    />
  );
}

const custom = 'custom';

/** A custom size starts with the current size. */
function sizeNow(session: DrawingSession): string {
  const { widthMm, heightMm } = session.placement.peek()?.paper ?? { widthMm: 210, heightMm: 297 };
  const side = (mm: number) => Math.min(maxPaperMm, Math.max(smallestPaperMm, Math.round(mm * 10) / 10));
  return customPaper({ widthMm: side(widthMm), heightMm: side(heightMm) });
}

function CustomSize({ session, settings }: PaperFieldsProps) {
  const size = customPaperSize(settings.paper);
  if (size === undefined) return null;
  const limits = { min: smallestPaperMm, max: maxPaperMm, step: 1 };
  return (
    <div class="drawing-fields pair">
      <NumberField
        label={texts.paperWidth}
        value={size.widthMm}
        {...limits}
        onChange={(widthMm) => session.change({ paper: customPaper({ ...size, widthMm }) })}
      />
      <NumberField
        label={texts.paperHeight}
        value={size.heightMm}
        {...limits}
        onChange={(heightMm) => session.change({ paper: customPaper({ ...size, heightMm }) })}
      />
    </div>
  );
}
