import { effect, signal } from '@preact/signals';
import { loadText, saveText } from './storage.ts';

export const themes = ['auto', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const storageKey = 'stationery.theme';

export const theme = signal<Theme>('auto');

export function chooseTheme(wanted: Theme): void {
  saveText(storageKey, wanted);
  theme.value = wanted;
}

export function followTheme(): void {
  theme.value = themes.find((one) => one === loadText(storageKey)) ?? 'auto';
  effect(() => {
    const { dataset } = document.documentElement;
    if (theme.value === 'auto') delete dataset.theme;
    else dataset.theme = theme.value;
  });
}
