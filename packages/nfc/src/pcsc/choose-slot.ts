const contactless = /contactless|picc|nfc|rfid|acr122|\bcl\b/i;

/** Chooses the first contactless reader, else the first. With a filter, considers only names that contain it. */
export function chooseSlot(names: readonly string[], filter: string | undefined): string | undefined {
  const wanted = filter?.toLowerCase() ?? '';
  const candidates = names.filter((name) => name.toLowerCase().includes(wanted));
  return candidates.find((name) => contactless.test(name)) ?? candidates[0];
}
