import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { Checkbox, ChoiceField, IconButton } from '../../../ui/index.ts';
import { NumberField } from '../../components/number-field.tsx';
import { ownedPens } from '../../state/drawing/pens.ts';
import type { DrawingSession } from '../../state/drawing/session.ts';
import type { PlacedLayer, Settings } from '../../state/drawing/settings.ts';
import type { Sketch } from '../../state/drawing/sketch.ts';
import { penName } from '../../state/format.ts';
import { LayerSettingsFields } from './layer-settings.tsx';
import { OwnPens } from './pens-dialog.tsx';

const texts = placeDrawingTexts;
const maxDropMm = 1000;

interface LayerListProps {
  session: DrawingSession;
  sketch: Sketch;
  settings: Settings;
}

export function LayerList({ session, sketch, settings }: LayerListProps) {
  const { layers } = settings;
  const move = (at: number, by: number) => {
    const next = [...layers];
    const [taken] = next.splice(at, 1);
    next.splice(at + by, 0, taken!);
    session.change({ layers: next });
  };
  const change = (index: number, changes: LayerChanges) =>
    session.change({
      layers: layers.map((layer) => (layer.index === index ? withChanges(layer, changes) : layer)),
    });
  return (
    <div class="stack gap-3">
      <h3 class="field-label drawing-heading">
        {texts.layers(sketch.layers.filter(({ isLeftOut }) => !isLeftOut).length)}
      </h3>
      <ol class="drawing-layers">
        {layers.map(({ index, isOn, settings: own, hatch }, at) => {
          const { name: ownName, colour, strokes, isLeftOut } = sketch.layers[index]!;
          if (isLeftOut) return null;
          const name = penName(ownName);
          return (
            <li key={index} class="drawing-layer row">
              <label class="checkbox-small drawing-layer-name">
                <input
                  type="checkbox"
                  checked={isOn}
                  onChange={(event) => change(index, { isOn: event.currentTarget.checked })}
                />
                <Chip colour={colour} />
                <span class="drawing-layer-words ellipsis" title={name}>
                  {name}
                </span>
              </label>
              <span class="soft small">{strokes === 0 ? texts.onlyFilled : texts.strokes(strokes)}</span>
              {layers.length > 1 && (
                <span class="drawing-order">
                  <IconButton
                    icon="arrow"
                    class="drawing-up"
                    label={texts.earlier(name)}
                    disabled={at === 0}
                    onClick={() => move(at, -1)}
                  />
                  <IconButton
                    icon="arrow"
                    class="drawing-down"
                    label={texts.later(name)}
                    disabled={at === layers.length - 1}
                    onClick={() => move(at, 1)}
                  />
                </span>
              )}
              <LayerSettingsFields
                name={name}
                settings={own ?? {}}
                onChange={(changed) => change(index, { settings: changed })}
                hatch={hatch}
                onHatch={(changed) => change(index, { hatch: changed })}
              />
            </li>
          );
        })}
      </ol>
      <OwnPens />
      {layers.length > 1 && <Pens session={session} pens={settings.pens} />}
      <Checkbox
        small
        label={texts.overlapsOnce}
        value={settings.drawsOverlaps !== true}
        onChange={(value) => session.change({ drawsOverlaps: !value })}
      />
      <NumberField
        isOptional
        label={texts.dropShorter}
        hint={texts.dropShorterHint}
        value={settings.dropShorterThanMm}
        min={0}
        max={maxDropMm}
        onChange={(value) => session.change({ dropShorterThanMm: value })}
      />
    </div>
  );
}

type LayerChanges = { [K in keyof PlacedLayer]?: PlacedLayer[K] | undefined };

/** Applies changes to a layer. A member that is changed to undefined is removed. */
function withChanges(layer: PlacedLayer, changes: LayerChanges): PlacedLayer {
  const entries = Object.entries({ ...layer, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as PlacedLayer;
}

/** The colour is an attribute, because the content security policy forbids inline styles. */
function Chip({ colour }: { colour: string }) {
  return (
    <svg class="drawing-chip" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <circle cx="8" cy="8" r="7" fill={colour} />
    </svg>
  );
}

function Pens({ session, pens }: { session: DrawingSession; pens: Settings['pens'] }) {
  return (
    <ChoiceField
      label={texts.pens}
      value={pens}
      options={{
        layers: texts.penLayers,
        colours: texts.penColours,
        ...(ownedPens.value.length > 0 && { palette: texts.penPalette }),
        one: texts.penOne,
      }}
      onChange={(value) => session.change({ pens: value })}
    />
  );
}
