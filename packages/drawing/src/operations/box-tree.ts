import type { Work } from '../area/area.ts';
import type { Box } from '../geometry/box.ts';

const leafSize = 8;
const workOfNode = 3;

/**
 * Finds the boxes that overlap a given box. The tree halves the list of boxes repeatedly, across their longer
 * extent.
 */
export class BoxTree {
  private readonly order: Uint32Array;
  /** The minX, minY, maxX and maxY of each node. The children of node n are 2n + 1 and 2n + 2. */
  private readonly nodes: Float64Array;
  private readonly greatest: Int32Array;
  private readonly boxes: readonly Box[];

  constructor(boxes: readonly Box[]) {
    this.boxes = boxes;
    this.order = Uint32Array.from(boxes, (_, index) => index);
    const depth = Math.max(0, Math.ceil(Math.log2(Math.max(1, boxes.length) / leafSize)));
    const count = 2 ** (depth + 1) - 1;
    this.nodes = new Float64Array(4 * count);
    this.greatest = new Int32Array(count).fill(-1);
    this.build(0, 0, boxes.length, depth);
  }

  private build(node: number, from: number, end: number, depth: number): void {
    const { boxes, order, nodes } = this;
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = from; at < end; at++) {
      const box = boxes[order[at]!]!;
      minX = Math.min(minX, box.minX);
      minY = Math.min(minY, box.minY);
      maxX = Math.max(maxX, box.maxX);
      maxY = Math.max(maxY, box.maxY);
      this.greatest[node] = Math.max(this.greatest[node]!, order[at]!);
    }
    nodes.set([minX, minY, maxX, maxY], 4 * node);
    if (depth === 0) return;
    const middle = ({ minX, minY, maxX, maxY }: Box) => (wide ? minX + maxX : minY + maxY);
    const wide = maxX - minX > maxY - minY;
    order
      .subarray(from, end)
      .sort((one, other) => middle(boxes[one]!) - middle(boxes[other]!) || one - other);
    const half = from + ((end - from) >> 1);
    this.build(2 * node + 1, from, half, depth - 1);
    this.build(2 * node + 2, half, end, depth - 1);
  }

  /** Appends the boxes that overlap `box` and whose owner has a greater index than `index`, in order. */
  find(
    box: Box,
    index: number,
    owners: readonly { readonly index: number }[],
    found: number[],
    work: Work,
  ): void {
    const { nodes, order, boxes } = this;
    const firstLeaf = (this.greatest.length + 1) / 2 - 1;
    const open = [{ node: 0, from: 0, end: order.length }];
    while (open.length > 0) {
      const { node, from, end } = open.pop()!;
      work(workOfNode);
      if (from === end || owners[this.greatest[node]!]!.index <= index) continue;
      if (
        nodes[4 * node]! > box.maxX ||
        nodes[4 * node + 1]! > box.maxY ||
        nodes[4 * node + 2]! < box.minX ||
        nodes[4 * node + 3]! < box.minY
      )
        continue;
      if (node < firstLeaf) {
        const half = from + ((end - from) >> 1);
        open.push({ node: 2 * node + 1, from, end: half }, { node: 2 * node + 2, from: half, end });
        continue;
      }
      work(workOfNode * (end - from));
      for (let at = from; at < end; at++) {
        const other = order[at]!;
        if (owners[other]!.index > index && overlaps(boxes[other]!, box)) found.push(other);
      }
    }
    found.sort((one, other) => one - other);
  }
}

export function overlaps(one: Box, other: Box): boolean {
  return one.minX <= other.maxX && one.minY <= other.maxY && one.maxX >= other.minX && one.maxY >= other.minY;
}
