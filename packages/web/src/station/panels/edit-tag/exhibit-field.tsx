import { type Signal, useSignal } from '@preact/signals';
import type { TagExhibit } from '@stationery/client/tags';
import { editTagTexts as texts } from '../../../texts/edit-tag.ts';
import { language } from '../../../texts/language.ts';
import { bound } from '../../../ui/bound.ts';
import { Field, TextArea } from '../../../ui/index.ts';
import { languageName } from '../../../ui/language-name.ts';
import { WholeNumber } from '../../components/whole-number.tsx';
import { isPicture } from '../../state/file-kind.ts';
import { player } from '../../state/store.ts';
import { PlaylistField } from './playlist-field.tsx';

export type ExhibitTexts = Readonly<Record<string, { title: string; text: string }>>;

interface ExhibitFieldProps {
  shown: Signal<ExhibitTexts>;
  pictures: Signal<readonly string[]>;
  seconds: Signal<number>;
}

const maxPictures = 50;

export function ExhibitField({ shown, pictures, seconds }: ExhibitFieldProps) {
  const isOpen = useSignal(Object.keys(shown.value).length > 0 || pictures.value.length > 0).value;
  const chosen = player.value?.state.languages ?? [];
  const codes = new Set([...chosen, ...Object.keys(shown.value)]);
  return (
    <details class="edit-tag-playback" open={isOpen}>
      <summary>{texts.exhibit}</summary>
      <div class="stack gap-4">
        {[...(codes.size === 0 ? [language.value] : codes)].map((code) => (
          <TextFields key={code} code={code} shown={shown} />
        ))}
        <p class="field-note small soft">{texts.languagesHint}</p>
        <PlaylistField
          files={pictures}
          label={texts.pictures(pictures.value.length)}
          empty={texts.picturesHint}
          addLabel={texts.addPicture}
          isOffered={isPicture}
          max={maxPictures}
        />
        {pictures.value.length > 1 && (
          <WholeNumber label={texts.slideSeconds} {...bound(seconds)} min={2} max={600} />
        )}
      </div>
    </details>
  );
}

function TextFields({ code, shown }: { code: string; shown: Signal<ExhibitTexts> }) {
  const { title = '', text = '' } = shown.value[code] ?? {};
  const set = (change: { title?: string; text?: string }) => {
    shown.value = { ...shown.value, [code]: { title, text, ...change } };
  };
  return (
    <fieldset class="stack" lang={code}>
      <legend class="bold">{languageName(code)}</legend>
      <Field
        label={texts.exhibitTitle}
        value={title}
        maxLength={200}
        onChange={(value) => set({ title: value })}
      />
      <TextArea
        label={texts.exhibitText}
        rows={3}
        maxLength={4000}
        value={text}
        onChange={(value) => set({ text: value })}
      />
    </fieldset>
  );
}

export function exhibitOf(
  shown: ExhibitTexts,
  pictures: readonly string[],
  seconds: number,
): TagExhibit | null {
  const stored = Object.entries(shown).flatMap(([code, { title, text }]) =>
    title.trim() || text.trim()
      ? {
          language: code,
          ...(title.trim() && { title: title.trim() }),
          ...(text.trim() && { text: text.trim() }),
        }
      : [],
  );
  if (stored.length === 0 && pictures.length === 0) return null;
  return {
    ...(stored.length > 0 && { texts: stored }),
    ...(pictures.length > 0 && { pictures: [...pictures], seconds }),
  };
}
