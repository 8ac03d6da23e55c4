/** Base64 of the text as UTF-8. */
export function base64Text(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
