/** A file name has at most 255 bytes, and normalising shortens text to a third at most. */
const longestBytes = 3 * 255;

/**
 * A file name in NFC, as names are compared and as the station shows them. Normalising takes quadratic time for a long
 * run of combining marks, so text that is too long for a name is left as it is: no file has it.
 */
export function normalizedName(text: string): string {
  return Buffer.byteLength(text) > longestBytes ? text : text.normalize('NFC');
}
