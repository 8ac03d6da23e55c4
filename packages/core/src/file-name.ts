/** A file name has at most 255 bytes, and normalising shortens text to a third at most. */
const maxBytes = 3 * 255;

/**
 * Normalises a file name to NFC for comparing and showing. Normalising takes quadratic time for a long run of
 * combining marks, so text too long for a file name is returned unchanged.
 */
export function normalizedName(text: string): string {
  return Buffer.byteLength(text) > maxBytes ? text : text.normalize('NFC');
}
