interface View {
  pxPerMm: number;
  offsetX: number;
  offsetY: number;
}

/** More than these are a grey area, not lines. */
const mostWays = 20_000;

export function paintTravel(
  context: CanvasRenderingContext2D,
  { pxPerMm, offsetX, offsetY }: View,
  travel: Float32Array,
): void {
  context.lineWidth = 0.75;
  context.setLineDash([3, 4]);
  context.beginPath();
  for (let at = 0; at < Math.min(travel.length, mostWays * 4); at += 4) {
    context.moveTo(travel[at]! * pxPerMm + offsetX, travel[at + 1]! * pxPerMm + offsetY);
    context.lineTo(travel[at + 2]! * pxPerMm + offsetX, travel[at + 3]! * pxPerMm + offsetY);
  }
  context.stroke();
  context.setLineDash([]);
}
