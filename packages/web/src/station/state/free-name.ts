/** “song.mp3” becomes “song 2.mp3”, or the first free number. */
export function freeName(filename: string, isTaken: (name: string) => boolean): string {
  const dot = filename.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [filename.slice(0, dot), filename.slice(dot)] : [filename, ''];
  for (let number = 2; ; number++) {
    const name = `${stem} ${number}${ending}`;
    if (!isTaken(name)) return name;
  }
}
