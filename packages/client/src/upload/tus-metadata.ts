/** Encodes text as UTF-8 in base64. */
export function base64Text(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
