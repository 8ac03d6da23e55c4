/** Returns a picture of three coloured balls on a table, as red, green, blue and alpha of each pixel. */
export function samplePicture(width, height) {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.set(colourAt((x / width) * (4 / 3), y / height), 4 * (y * width + x));
  return { width, height, data };
}

const tableFrom = 0.78;
const balls = [
  { x: 0.43, y: 0.55, radius: 0.28, colour: [230, 90, 60] },
  { x: 0.91, y: 0.62, radius: 0.22, colour: [60, 120, 220] },
  { x: 0.75, y: 0.25, radius: 0.13, colour: [240, 200, 60] },
];

function colourAt(x, y) {
  let colour = y > tableFrom ? [150, 130, 110] : [240 - 60 * y, 240 - 50 * y, 245 - 30 * y];
  for (const ball of balls) {
    const shadow = ((x - ball.x - 0.1) / ball.radius) ** 2 + ((y - 0.88) / (0.22 * ball.radius)) ** 2;
    if (shadow < 1 && y > tableFrom) colour = colour.map((part) => part * (0.45 + 0.55 * shadow));
  }
  for (const ball of balls) {
    const [dx, dy] = [(x - ball.x) / ball.radius, (y - ball.y) / ball.radius];
    const squared = dx * dx + dy * dy;
    if (squared >= 1) continue;
    const dz = Math.sqrt(1 - squared);
    const light = Math.max(0, -0.5 * dx - 0.6 * dy + 0.63 * dz);
    const gloss = 200 * Math.max(0, 2 * light * dz - 0.63) ** 12;
    colour = ball.colour.map((part) => part * (0.12 + 0.95 * light) + gloss);
  }
  return colour;
}
