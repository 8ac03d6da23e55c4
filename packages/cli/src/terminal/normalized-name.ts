/** A file name has at most 255 bytes, and normalisation shortens text to a third at most. */
const longestName = 3 * 255;

/**
 * A file name in NFC, the form in which the station has it. Normalising takes quadratic time for a long run of
 * combining marks, so text that is too long for a name is left as it is: no file has it.
 */
export function normalizedName(text: string): string {
  return text.length > longestName ? text : text.normalize('NFC');
}
