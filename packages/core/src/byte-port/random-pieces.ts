/** Splits bytes into pieces of one to three, as a slow line delivers them; for simulators. */
export function randomPieces(bytes: Uint8Array, random: () => number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + Math.floor(random() * 3);
    pieces.push(bytes.slice(at, at + size));
    at += size;
  }
  return pieces;
}
