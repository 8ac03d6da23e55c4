/**
 * Longer text cannot be a file name: a file name has at most 255 bytes, and Unicode normalization shortens text
 * to a third at most.
 */
const maxBytes = 3 * 255;

/**
 * Returns the text in Unicode normalization form C. Text that is too long for a file name stays unchanged,
 * because normalizing long runs of combining marks takes quadratic time.
 */
export function normalizedName(text: string): string {
  return Buffer.byteLength(text) > maxBytes ? text : text.normalize('NFC');
}
