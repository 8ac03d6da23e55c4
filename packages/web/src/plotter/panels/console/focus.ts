export const consoleInputClass = 'console-input';

export function focusConsole(): void {
  document.querySelector<HTMLElement>(`.${consoleInputClass}`)?.focus();
}
