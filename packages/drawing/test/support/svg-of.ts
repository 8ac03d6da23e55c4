/** Returns an SVG of 60 × 40 mm, with millimetres as units and thin black strokes. */
export function svgOf(body: string, attributes = 'width="60mm" height="40mm" viewBox="0 0 60 40"'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" ${attributes} fill="none" stroke="#000">${body}</svg>`;
}
