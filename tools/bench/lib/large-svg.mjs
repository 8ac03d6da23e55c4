// Makes large drawings that are the same in every run.

/** A few hundred long paths of relative curves with three decimals. */
export function manyPaths(sizeBytes) {
  const random = randomNumbers(1);
  const parts = [head];
  for (let length = head.length; length < sizeBytes; ) {
    const from = [15 + random() * 180, 15 + random() * 267];
    let path = `<path fill="none" stroke="${random() < 0.5 ? '#1f3a93' : '#c0392b'}" d="M${from.map(number).join(' ')}`;
    // Each curve is followed by one in the opposite direction, so that the path stays on the page.
    for (let curve = 0; curve < 300; curve++) {
      const [x, y] = [(random() - 0.5) * 8, (random() - 0.5) * 8];
      for (const sign of [1, -1]) {
        const controls = Array.from({ length: 4 }, () => number((random() - 0.5) * 12));
        path += `c${controls.join(' ')} ${number(sign * x)} ${number(sign * y)}`;
      }
    }
    path += '"/>\n';
    parts.push(path);
    length += path.length;
  }
  return `${parts.join('')}</svg>\n`;
}

export function manyElements(sizeBytes) {
  const random = randomNumbers(2);
  const parts = [head];
  const at = () => number(random() * 200);
  const kinds = [
    () => `<line x1="${at()}" y1="${at()}" x2="${at()}" y2="${at()}" stroke="#222"/>`,
    () => `<circle cx="${at()}" cy="${at()}" r="${number(random() * 5)}" fill="none" stroke="#c0392b"/>`,
    () =>
      `<rect x="${at()}" y="${at()}" width="12" height="7.5" style="fill:none;stroke:#1f3a93;stroke-width:.3"/>`,
    () => `<path d="M${at()} ${at()}L${at()} ${at()} ${at()} ${at()}z" stroke="black" fill="none"/>`,
  ];
  for (let length = head.length; length < sizeBytes; ) {
    let group = `<g transform="translate(${number(random() * 5)},${number(random() * 5)})">\n`;
    for (let count = 0; count < 20; count++) group += `  ${kinds[Math.floor(random() * kinds.length)]()}\n`;
    group += '</g>\n';
    parts.push(group);
    length += group.length;
  }
  return `${parts.join('')}</svg>\n`;
}

const head =
  '<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297" stroke-width="0.3">\n';

function number(value) {
  return String(Math.round(value * 1000) / 1000);
}

function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}
