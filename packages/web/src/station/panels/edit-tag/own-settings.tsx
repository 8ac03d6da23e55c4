import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ChoiceField } from '../../../ui/index.ts';

type Choice<S> = <K extends keyof S>(
  member: K,
  label: string,
  /** Shown while the tag has no setting of its own. */
  usual: string,
  words: readonly (readonly [NonNullable<S[K]>, string])[],
) => ComponentChildren;

interface OwnSettingsProps<S> {
  title: string;
  settings: Signal<S>;
  children: (choice: Choice<S>) => ComponentChildren;
}

export function OwnSettings<S extends object>({ title, settings, children }: OwnSettingsProps<S>) {
  // Stays open when the last setting is removed.
  const isOpen = useSignal(Object.keys(settings.value).length > 0).value;
  const choice: Choice<S> = (member, label, usual, words) => (
    <ChoiceField<string>
      label={label}
      value={String(settings.value[member] ?? '')}
      options={[['', usual], ...words.map(([value, word]) => [String(value), word] as const)]}
      onChange={(chosen) => {
        const { [member]: _, ...others } = settings.value;
        const found = words.find(([value]) => String(value) === chosen)?.[0];
        settings.value = (found === undefined ? others : { ...others, [member]: found }) as S;
      }}
    />
  );
  return (
    <details class="edit-tag-playback" open={isOpen}>
      <summary>{title}</summary>
      <div class="edit-tag-choices">{children(choice)}</div>
    </details>
  );
}

/** Returns the offered values and the tag's own value, which may not be among them. */
export const withOwn = <T,>(offered: readonly T[], own: T | undefined): T[] => [
  ...new Set(own === undefined ? offered : [...offered, own]),
];
