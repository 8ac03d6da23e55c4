/** The canvas's CSS colour is the colour of the ink, so that themes need no second palette for canvases. */
export class CanvasLayer {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d')!;
  }

  /** Returns whether the size changed. */
  resize(widthPx: number, heightPx: number, ratio: number): boolean {
    const [width, height] = [Math.round(widthPx * ratio), Math.round(heightPx * ratio)];
    if (this.canvas.width === width && this.canvas.height === height) return false;
    this.canvas.width = width;
    this.canvas.height = height;
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return true;
  }

  set isShown(isShown: boolean) {
    this.canvas.hidden = !isShown;
  }

  clear(): void {
    const { context, canvas } = this;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.restore();
    context.lineCap = 'round';
    context.lineJoin = 'round';
  }

  get ink(): string {
    return getComputedStyle(this.canvas).color;
  }
}
