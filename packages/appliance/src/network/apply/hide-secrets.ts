/** The text of a file without the passphrase in it, for eyes and logs. */
export function hideSecrets(text: string): string {
  return text.replace(/^([+ -] )?(wpa_passphrase|psk)=.*$/gm, '$1$2=••••••••');
}
