/** Which layers an operation is for: by index, name or colour; all where it is left out. */
type LayerChoice = readonly (number | string)[];

/** Fills shapes with lines. A fill is hatched once: operations for some layers stand before one for all. */
export interface HatchOperation {
  readonly kind: 'hatch';
  readonly layers?: LayerChoice;
  /** `lines`; `cross`: also across them; `inset`: along the outline, one inside the other. */
  readonly pattern?: 'lines' | 'cross' | 'inset';
  /** The width of the pen: lines are this far apart, and stay half of it inside the outline. */
  readonly penMm?: number;
  /** Between lines; else the width of the pen. */
  readonly spacingMm?: number;
  /** Degrees clockwise. */
  readonly angle?: number;
  /** Between the lines and the outline; else half the width of the pen where that is given, or 0. */
  readonly insetMm?: number;
  /** False leaves out the outlines of shapes that have no stroke in the file. */
  readonly outline?: boolean;
}

/** Leaves out what lies under filled shapes: those of the same layer, or of the whole document. */
export interface HideOperation {
  readonly kind: 'hide';
  readonly by?: 'document' | 'layer' | 'off';
}

/** Draws strokes that are wider than the pen with their width: around them, or filled with passes of the pen. */
export interface StrokesOperation {
  readonly kind: 'strokes';
  readonly layers?: LayerChoice;
  readonly as?: 'outline' | 'passes';
  readonly penMm?: number;
}

/** Leaves out lines that are shorter or longer. */
export interface FilterOperation {
  readonly kind: 'filter';
  readonly layers?: LayerChoice;
  readonly shortestMm?: number;
  readonly longestMm?: number;
}

/** Makes one line of lines of a layer whose ends are this close. */
export interface MergeOperation {
  readonly kind: 'merge';
  readonly layers?: LayerChoice;
  readonly gapMm?: number;
}

/** Leaves out points that change a line by less. */
export interface SimplifyOperation {
  readonly kind: 'simplify';
  readonly layers?: LayerChoice;
  readonly toleranceMm?: number;
}

/** Keeps what lies in a rectangle of the paper. */
export interface CropOperation {
  readonly kind: 'crop';
  readonly xMm: number;
  readonly yMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

/** Scales about the middle of what is drawn: by a factor, or until it is as wide or as high, in proportion. */
export interface ScaleOperation {
  readonly kind: 'scale';
  readonly factor?: number;
  readonly widthMm?: number;
  readonly heightMm?: number;
}

/** Turns about the middle of what is drawn. */
export interface RotateOperation {
  readonly kind: 'rotate';
  /** Clockwise. */
  readonly degrees: number;
}

/** Swaps left and right, or top and bottom, of what is drawn. */
export interface MirrorOperation {
  readonly kind: 'mirror';
  readonly axis?: 'horizontal' | 'vertical';
}

/** How several drawings lie on one sheet, before it lies on the paper: in rows, each in the middle of its place. */
export interface ArrangeOperation {
  readonly kind: 'arrange';
  /** Else about as many as there are rows. */
  readonly columns?: number;
  readonly gapMm?: number;
}

/** Copies in rows and columns, in the middle of the paper. */
export interface CopiesOperation {
  readonly kind: 'copies';
  readonly columns?: number;
  readonly rows?: number;
  readonly gapMm?: number;
  /** Makes them as large as the margins allow. */
  readonly fit?: boolean;
}

/** A rectangle around all that is drawn. */
export interface FrameOperation {
  readonly kind: 'frame';
  readonly gapMm?: number;
  readonly layer?: number | string;
}

/** Crosses at the corners of all that is drawn, drawn by every pen, to lay sheets or pens over each other. */
export interface MarksOperation {
  readonly kind: 'marks';
  readonly sizeMm?: number;
  readonly gapMm?: number;
}

export type Operation =
  | HatchOperation
  | HideOperation
  | StrokesOperation
  | FilterOperation
  | MergeOperation
  | SimplifyOperation
  | CropOperation
  | ScaleOperation
  | RotateOperation
  | MirrorOperation
  | ArrangeOperation
  | CopiesOperation
  | FrameOperation
  | MarksOperation;

export type OperationKind = Operation['kind'];
