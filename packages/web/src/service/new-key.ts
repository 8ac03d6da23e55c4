/** A text that nobody else has. `randomUUID` is only there on HTTPS and on this machine. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('-');
}
