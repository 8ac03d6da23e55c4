/** Text in base64, also where it is not Latin-1. */
export function base64Text(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
