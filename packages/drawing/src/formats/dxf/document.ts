import type { DashPattern } from '../../geometry/dash.ts';
import { colourOfIndex, colourOfNumber } from './colours.ts';
import { type Entity, GroupReader } from './group-reader.ts';

interface DxfLayer {
  readonly name: string;
  readonly colour: string;
  readonly lineType: string;
  /** In hundredths of a millimetre. Negative values stand for the default. */
  readonly lineWeight: number;
  readonly isHidden: boolean;
}

export interface Block {
  readonly name: string;
  /** Position of the block's first entity in the text. */
  readonly position: number;
  readonly x: number;
  readonly y: number;
  readonly isExternal: boolean;
}

const inch = 25.4;
/** Millimetres per unit, for each value of `$INSUNITS` from 1. */
const unitsMm = [
  inch,
  12 * inch,
  1_609_344,
  1,
  10,
  1000,
  1e6,
  inch / 1e6,
  inch / 1000,
  36 * inch,
  1e-7,
  1e-6,
  1e-3,
  100,
  1e4,
  1e5,
  1e12,
];

const maxTableEntries = 100_000;
const maxDashElements = 32;

/** The tables of a DXF. Entities are parsed when they are drawn. */
export class DxfDocument {
  readonly text: string;
  readonly layers = new Map<string, DxfLayer>();
  readonly blocks = new Map<string, Block>();
  /** Dash patterns in drawing units, by name in lower case. */
  readonly lineTypes = new Map<string, DashPattern>();
  /** Positions of the entity sections in the text. */
  readonly entities: number[] = [];
  /** Millimetres per unit; undefined if the file does not specify the unit. */
  unitMm: number | undefined = undefined;
  lineTypeScale = 1;
  mistakes = 0;

  constructor(text: string, onRead: (at: number) => void) {
    this.text = text;
    const reader = new GroupReader(text);
    let section = '';
    for (let part = reader.next(); part !== undefined; part = reader.next()) {
      onRead(reader.position);
      if (part.type === 'SECTION') {
        section = part.string(2).toUpperCase();
        if (section === 'HEADER') this.readHeader(part);
        if (section === 'ENTITIES') this.entities.push(reader.position);
      } else if (part.type === 'ENDSEC') section = '';
      else if (section === 'TABLES') this.readTable(part);
      else if (section === 'BLOCKS' && part.type === 'BLOCK') this.readBlock(part, reader.position);
      else if (part.type === 'EOF') break;
    }
    this.mistakes = reader.mistakes;
  }

  layer(name: string): DxfLayer {
    const known = this.layers.get(name.toLowerCase());
    return known ?? { name, colour: '#000000', lineType: '', lineWeight: -3, isHidden: false };
  }

  block(name: string): Block | undefined {
    return this.blocks.get(name.toLowerCase());
  }

  /** Reads header variables: a group with code 9 and the name, followed by the value. */
  private readHeader(section: Entity): void {
    const variable = (name: string) => {
      for (let at = section.find(9); at >= 0; at = section.find(9, at + 1))
        if (section.textAt(at).trim() === name && (section.codeAt(at + 1) ?? 9) !== 9)
          return section.numberAt(at + 1);
      return undefined;
    };
    const measurement = variable('$MEASUREMENT');
    this.unitMm =
      unitsMm[(variable('$INSUNITS') ?? 0) - 1] ??
      (measurement === undefined ? undefined : measurement === 0 ? inch : 1);
    const scale = variable('$LTSCALE') ?? 1;
    if (scale > 0 && Number.isFinite(scale)) this.lineTypeScale = scale;
  }

  private readTable(entry: Entity): void {
    const name = entry.string(2);
    const key = name.toLowerCase();
    if (entry.type === 'LAYER' && this.layers.size < maxTableEntries) {
      const index = entry.number(62, 7);
      this.layers.set(key, {
        name,
        colour: entry.has(420) ? colourOfNumber(entry.number(420)) : colourOfIndex(Math.abs(index)),
        lineType: entry.string(6),
        lineWeight: entry.number(370, -3),
        isHidden: index < 0 || entry.flag(70, 1) || entry.number(290, 1) === 0 || key === 'defpoints',
      });
    } else if (entry.type === 'LTYPE' && this.lineTypes.size < maxTableEntries) {
      const lengths = dashesOf(entry.numbers(49).slice(0, maxDashElements));
      if (lengths !== undefined) this.lineTypes.set(key, { lengths, offset: 0 });
    }
  }

  private readBlock(block: Entity, position: number): void {
    const name = block.string(2);
    if (this.blocks.size >= maxTableEntries || this.block(name) !== undefined) return;
    this.blocks.set(name.toLowerCase(), {
      name,
      position,
      x: block.number(10),
      y: block.number(20),
      isExternal: block.flag(70, 4),
    });
  }
}

/**
 * Converts a pattern to alternating lengths of dashes and gaps. In the file, positive lengths are dashes,
 * negative ones gaps, and 0 is a dot.
 */
function dashesOf(elements: readonly number[]): number[] | undefined {
  const lengths: number[] = [];
  for (const element of elements) {
    const isGap = element < 0;
    if (lengths.length % 2 === (isGap ? 1 : 0)) lengths.push(Math.abs(element));
    else if (lengths.length === 0) lengths.push(0, -element);
    else lengths[lengths.length - 1]! += Math.abs(element);
  }
  if (lengths.length % 2 === 1) lengths.push(0);
  const gaps = lengths.reduce((sum, length, at) => sum + (at % 2) * length, 0);
  return gaps > 0 && Number.isFinite(gaps) ? lengths : undefined;
}
