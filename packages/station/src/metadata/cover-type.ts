/** Larger pictures are not used as covers. */
export const maxCoverBytes = 8 * 1024 * 1024;

/**
 * Detects the type by the first bytes, because the declared type is untrusted and browsers must
 * only get pictures.
 */
export function coverType(bytes: Uint8Array): string | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, 12));
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}
