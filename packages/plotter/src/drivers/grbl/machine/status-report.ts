const mmPerInch = 25.4;

const states = ['Idle', 'Run', 'Hold', 'Jog', 'Home', 'Alarm', 'Door', 'Check', 'Sleep', 'Tool'] as const;

export type MachineState = (typeof states)[number] | 'Unknown';

/** The answer to `?`; lengths in millimetres. */
export interface StatusReport {
  readonly state: MachineState;
  /** For `Hold` and `Door`: 0 means at rest. */
  readonly detail: number | undefined;
  readonly machine: readonly [number, number] | undefined;
  readonly work: readonly [number, number] | undefined;
  /** The work origin in machine coordinates; only in some reports. */
  readonly offset: readonly [number, number] | undefined;
}

/** `<Idle|MPos:0.000,0.000,0.000|FS:0,0|WCO:0.000,0.000,0.000>`; undefined for other lines. */
export function parseReport(line: string, inches: boolean): StatusReport | undefined {
  if (!line.startsWith('<') || !line.endsWith('>') || line.length > 300) return undefined;
  const [head = '', ...fields] = line.slice(1, -1).split('|');
  const [name = '', detail] = head.split(':');
  const place = (label: string) => {
    const field = fields.find((each) => each.startsWith(`${label}:`));
    const [x, y] = (field?.slice(label.length + 1).split(',') ?? []).map(Number);
    if (x === undefined || y === undefined || !Number.isFinite(x) || !Number.isFinite(y)) return undefined;
    return inches ? ([x * mmPerInch, y * mmPerInch] as const) : ([x, y] as const);
  };
  const [machine, work] = [place('MPos'), place('WPos')];
  if (machine === undefined && work === undefined) return undefined;
  return {
    state: states.find((each) => each === name) ?? 'Unknown',
    detail: detail === undefined ? undefined : Number(detail),
    machine,
    work,
    offset: place('WCO'),
  };
}

export function isMoving({ state, detail }: StatusReport): boolean {
  if (state === 'Hold') return detail !== undefined && detail !== 0;
  if (state === 'Door') return detail === 2 || detail === 3;
  return state === 'Run' || state === 'Jog' || state === 'Home';
}
