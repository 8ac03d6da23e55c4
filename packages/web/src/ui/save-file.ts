export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  saveFrom({ url, release: () => URL.revokeObjectURL(url) }, name);
}

/** Releases the URL later, because the browser may read it after the click. */
export function saveFrom({ url, release }: { url: string; release: () => void }, name: string): void {
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(release, 60_000);
}
