/** Returns the name of a language in that language, such as “Deutsch” for `de` or “Français” for `fr`. */
export function languageName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}
