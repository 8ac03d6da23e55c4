/** A list of which only some rows are in the page. */
export interface VirtualRows {
  count: number;
  /** Index of the first row in the page. */
  from: () => number;
  nameOf: (index: number) => string;
  /** Scrolls to a row, which is in the page some frames later. */
  show: (index: number) => void;
}

export const virtualRows = new WeakMap<Element, VirtualRows>();
