import { effect, signal } from '@preact/signals';
import { sharedTexts } from '../texts/shared.ts';
import { IconButton } from './button.tsx';
import { keepText, keptText } from './storage.ts';

const choices = ['auto', 'light', 'dark'] as const;
type Theme = (typeof choices)[number];

const storageKey = 'stationery.theme';
const icons = { auto: 'contrast', light: 'sun', dark: 'moon' } as const;

const theme = signal<Theme>(choices.find((choice) => choice === keptText(storageKey)) ?? 'auto');

effect(() => {
  const { dataset } = document.documentElement;
  if (theme.value === 'auto') delete dataset.theme;
  else dataset.theme = theme.value;
  keepText(storageKey, theme.value);
});

/** As the device has it, light, dark: each press goes to the next. */
export function ThemeToggle() {
  const next = choices[(choices.indexOf(theme.value) + 1) % choices.length] as Theme;
  return (
    <IconButton
      icon={icons[theme.value]}
      label={sharedTexts.theme[theme.value]}
      onClick={() => {
        theme.value = next;
      }}
    />
  );
}
