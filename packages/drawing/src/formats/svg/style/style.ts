import type { Matrix } from '../../../geometry/matrix.ts';
import type { Colour } from '../values/colour.ts';
import { defaultLineHeight, type LengthContext } from '../values/length.ts';
import { black, noPaint, type Paint } from './paint.ts';
import type { Variables } from './variables.ts';

/** The size in user units to which percentages refer. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

export class Style {
  // Inherited properties:
  fill: Paint = black;
  fillOpacity = 1;
  stroke: Paint = noPaint;
  strokeOpacity = 1;
  strokeWidth = '1';
  dashArray = 'none';
  dashOffset = '0';
  lineCap = 'butt';
  lineJoin = 'miter';
  miterLimit = '4';
  colour: Colour = { hex: '#000000', transparent: false };
  visible = true;
  clipRule = 'nonzero';
  fillRule = 'nonzero';
  markerStart = 'none';
  markerMid = 'none';
  markerEnd = 'none';
  fontSize = 16;
  /** The line height in pixels, or as a factor of the font size. */
  lineHeight: { readonly value: number; readonly isFactor: boolean } = {
    value: defaultLineHeight,
    isFactor: true,
  };
  textAnchor = 'start';
  /** `ltr` or `rtl`. */
  direction = 'ltr';
  letterSpacing = 'normal';
  wordSpacing = 'normal';
  keepsSpace = false;
  baseline = 'auto';
  writingMode = 'horizontal-tb';
  textTransform = 'none';
  /** Lines of this element and its ancestors. */
  decorations: readonly string[] = [];
  variables: Variables | undefined = undefined;
  /** Paints for `context-fill` and `context-stroke`; no paint outside of markers and `use`. */
  contextFill: Paint = noPaint;
  contextStroke: Paint = noPaint;
  /** Size of the window in pixels, for `vw` and `vh`. */
  window: Viewport | undefined = undefined;
  /** The product of all ancestors' opacities. */
  outerOpacity = 1;
  // Properties that are not inherited:
  displayed = true;
  opacity = 1;
  clipPath = 'none';
  mask = 'none';
  filter = 'none';
  overflow = '';
  alignmentBaseline = 'auto';
  baselineShift = 'baseline';
  textDecoration = 'none';
  vectorEffect = 'none';
  /** The transform attribute, which CSS overrides. */
  transform: Matrix | undefined = undefined;
  cssTransform = '';
  /** The properties `translate`, `rotate` and `scale`, written as transform functions. */
  translate = '';
  rotate = '';
  scale = '';
  transformOrigin = '';
  transformBox = '';
  /** A property that is set but not supported. */
  notApplied = '';
  /** Geometry properties set by CSS, such as `r`, `width` or `d`. They override the attributes. */
  geometry: Map<string, string> | undefined = undefined;

  constructor(parent?: Style) {
    if (parent === undefined) return;
    this.fill = parent.fill;
    this.fillOpacity = parent.fillOpacity;
    this.stroke = parent.stroke;
    this.strokeOpacity = parent.strokeOpacity;
    this.strokeWidth = parent.strokeWidth;
    this.dashArray = parent.dashArray;
    this.dashOffset = parent.dashOffset;
    this.lineCap = parent.lineCap;
    this.lineJoin = parent.lineJoin;
    this.miterLimit = parent.miterLimit;
    this.outerOpacity = parent.outerOpacity * parent.opacity;
    this.colour = parent.colour;
    this.visible = parent.visible;
    this.clipRule = parent.clipRule;
    this.fillRule = parent.fillRule;
    this.markerStart = parent.markerStart;
    this.markerMid = parent.markerMid;
    this.markerEnd = parent.markerEnd;
    this.fontSize = parent.fontSize;
    this.lineHeight = parent.lineHeight;
    this.window = parent.window;
    this.textAnchor = parent.textAnchor;
    this.direction = parent.direction;
    this.letterSpacing = parent.letterSpacing;
    this.wordSpacing = parent.wordSpacing;
    this.keepsSpace = parent.keepsSpace;
    this.baseline = parent.baseline;
    this.writingMode = parent.writingMode;
    this.textTransform = parent.textTransform;
    this.decorations = parent.decorations;
    this.variables = parent.variables;
    this.contextFill = parent.contextFill;
    this.contextStroke = parent.contextStroke;
  }

  /** Returns the sizes to which relative lengths in a viewport refer. */
  lengthsIn({ width, height }: Viewport): LengthContext {
    const { fontSize, window } = this;
    const { value, isFactor } = this.lineHeight;
    return { width, height, fontSize, window, lineHeight: isFactor ? value * fontSize : value };
  }

  /** Takes the context paints from the element that shows this one. */
  takeContext({ fill, stroke, colour, contextFill, contextStroke }: Style): void {
    const meant = (paint: Paint): Paint => {
      if (paint.kind === 'current') return { kind: 'colour', colour };
      if (paint.kind === 'context') return paint.of === 'fill' ? contextFill : contextStroke;
      return paint;
    };
    [this.contextFill, this.contextStroke] = [meant(fill), meant(stroke)];
  }

  get hasMarkers(): boolean {
    return this.markerStart !== 'none' || this.markerMid !== 'none' || this.markerEnd !== 'none';
  }
}
