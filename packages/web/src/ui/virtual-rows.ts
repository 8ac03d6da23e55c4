export interface VirtualRows {
  count: number;
  from: () => number;
  nameOf: (index: number) => string;
  /** Scrolls to a row, which is in the page some frames later. */
  show: (index: number) => void;
}

export const virtualRows = new WeakMap<Element, VirtualRows>();
