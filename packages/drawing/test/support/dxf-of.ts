type Group = readonly [code: number, value: string | number];

const lines = (groups: readonly Group[]) => groups.map(([code, value]) => `${code}\n${value}\n`).join('');

/** Returns an entity. `values` alternates group codes and values. */
export const entity = (type: string, ...values: readonly (string | number)[]): string =>
  lines([
    [0, type],
    ...Array.from(
      { length: values.length / 2 },
      (_, at) => [values[2 * at], values[2 * at + 1]] as unknown as Group,
    ),
  ]);

export interface DxfParts {
  /** Variables of the header. By default, the unit is millimetres. */
  readonly header?: readonly (string | number)[];
  readonly tables?: string;
  readonly blocks?: string;
}

const section = (name: string, content: string) =>
  `${entity('SECTION', 2, name)}${content}${entity('ENDSEC')}`;

export function dxfOf(
  entities: string,
  { header = [9, '$INSUNITS', 70, 4], tables, blocks }: DxfParts = {},
): string {
  const variables = entity('SECTION', 2, 'HEADER', ...header) + entity('ENDSEC');
  return (
    variables +
    (tables === undefined ? '' : section('TABLES', tables)) +
    (blocks === undefined ? '' : section('BLOCKS', blocks)) +
    section('ENTITIES', entities) +
    entity('EOF')
  );
}

export const layer = (name: string, ...values: readonly (string | number)[]) =>
  entity('LAYER', 2, name, 70, 0, ...values);

export const block = (name: string, content: string, ...values: readonly (string | number)[]) =>
  entity('BLOCK', 2, name, 70, 0, ...(values.length > 0 ? values : [10, 0, 20, 0])) +
  content +
  entity('ENDBLK');

export const line = (
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  ...values: readonly (string | number)[]
) => entity('LINE', ...values, 10, x1, 20, y1, 11, x2, 21, y2);
