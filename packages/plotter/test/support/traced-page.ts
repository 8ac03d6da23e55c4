/** Cuts the page at the top left from the sheet of a virtual plotter. */
export function tracedPage(trace: string, sizeMm: { width: number; height: number }): string {
  const sheet = trace.replace(/width="([\d.]+)mm" height="([\d.]+)mm"/, 'width="$1" height="$2"');
  const { width, height } = sizeMm;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">${sheet}</svg>`;
}
