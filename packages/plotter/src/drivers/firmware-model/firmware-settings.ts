import type { MachineModel } from './machine-model.ts';

export interface FirmwareSetting {
  readonly name: string;
  readonly words?: readonly string[];
  readonly min: number;
  readonly max: number;
  /** The value of a board that was never configured. */
  initial(model: MachineModel): number;
  /**
   * Returns the part of the model that the setting replaces at the next start. Omitted if the virtual plotter has no
   * such part.
   */
  applied?(value: number, model: MachineModel): Partial<MachineModel>;
}

/** Values set for the next start, by name, and the model without them. */
export interface StoredSettings {
  readonly factory: MachineModel;
  readonly values: ReadonlyMap<string, number>;
}

const farthest = 100_000_000;
const maxStepRate = 100_000;
const maxAcceleration = 4_000_000;

type Applied = NonNullable<FirmwareSetting['applied']>;

function words(name: string, choices: readonly string[], applied?: Applied): FirmwareSetting {
  return {
    name,
    words: choices,
    min: 0,
    max: choices.length - 1,
    initial: () => 0,
    ...(applied !== undefined && { applied }),
  };
}

const toggle = (name: string) => words(name, ['OFF', 'ON']);

function integer(
  name: string,
  [min, max]: readonly [number, number],
  initial: number | ((model: MachineModel) => number),
  applied?: Applied,
): FirmwareSetting {
  return {
    name,
    min,
    max,
    initial: typeof initial === 'number' ? () => initial : initial,
    ...(applied !== undefined && { applied }),
  };
}

type NumberMember = {
  [Key in keyof MachineModel]: MachineModel[Key] extends number ? Key : never;
}[keyof MachineModel];

const member = (name: string, bounds: readonly [number, number], key: NumberMember) =>
  integer(
    name,
    bounds,
    (model) => model[key],
    (value) => ({ [key]: value }),
  );

function limit(name: string, side: 'minX' | 'maxX' | 'minY' | 'maxY'): FirmwareSetting {
  const bounds = side.startsWith('min') ? ([-farthest, 0] as const) : ([0, farthest] as const);
  const everywhere = { minX: -farthest, maxX: farthest, minY: -farthest, maxY: farthest };
  return integer(
    name,
    bounds,
    ({ limits = everywhere }) => limits[side],
    (value, { limits = everywhere }) => ({ limits: { ...limits, [side]: value } }),
  );
}

/** Settings in the order in which `CONFIG` lists them. Boards with configurable pins have more. */
export const firmwareSettings: readonly FirmwareSetting[] = [
  words('LANGUAGE', ['STATIONERY', 'PICO']),
  words('KINEMATICS', ['CARTESIAN', 'COREXY']),
  ...['SWAP_AXES', 'REVERSE_A', 'REVERSE_B', 'REVERSE_PEN'].map(toggle),
  limit('LIMIT_X_MIN', 'minX'),
  limit('LIMIT_X_MAX', 'maxX'),
  limit('LIMIT_Y_MIN', 'minY'),
  limit('LIMIT_Y_MAX', 'maxY'),
  member('SPEED', [1, maxStepRate], 'speed'),
  member('MAX_SPEED', [1, maxStepRate], 'maxSpeed'),
  member('ACCEL', [1, maxAcceleration], 'acceleration'),
  member('MAX_ACCEL', [1, maxAcceleration], 'maxAcceleration'),
  integer(
    'DEVIATION',
    [0, 1_000_000],
    ({ cornerDeviationMm, stepsPerMm }) => Math.round(1000 * cornerDeviationMm * stepsPerMm),
    (value, { stepsPerMm }) => ({ cornerDeviationMm: value / 1000 / stepsPerMm }),
  ),
  words('PEN', ['SERVO', 'SOLENOID', 'STEPPER'], (value) => ({ hasServo: value === 0 })),
  member('PEN_UP_ANGLE', [0, 179], 'servoUpDegrees'),
  member('PEN_DOWN_ANGLE', [1, 180], 'servoDownDegrees'),
  member('PEN_UP_MS', [0, 10_000], 'penUpMs'),
  member('PEN_DOWN_MS', [0, 10_000], 'penDownMs'),
  integer('SERVO_0_US', [400, 2600], 500),
  integer('SERVO_180_US', [400, 2600], 2500),
  integer('PEN_STEPS', [1, 60_000], 200),
  integer('PEN_SPEED', [1, 10_000], 1000),
  words('SWITCHES', ['OFF', 'LOW', 'HIGH']),
  toggle('HOMING'),
  integer('HOMING_SPEED', [1, 60_000], 1000),
  integer('ENABLE_TIMEOUT', [0, 3600], 0),
];

export function settingNamed(name: string): FirmwareSetting | undefined {
  return firmwareSettings.find((setting) => setting.name === name);
}

/** `PEN SERVO|SOLENOID|STEPPER` or `SPEED <integer>`. */
export function settingUsage({ name, words: choices }: FirmwareSetting): string {
  return `${name} ${choices?.join('|') ?? '<integer>'}`;
}

export function settingLine(setting: FirmwareSetting, stored: StoredSettings): string {
  const value = settingValue(setting, stored);
  return `CONFIG ${setting.name} ${setting.words?.[value] ?? value}`;
}

/** The pen-down angle must be larger than the pen-up angle. */
export function settingRange(
  { name, min, max }: FirmwareSetting,
  stored: StoredSettings,
): { min: number; max: number } {
  const other = (otherName: string) => settingValue(settingNamed(otherName)!, stored);
  if (name === 'PEN_UP_ANGLE') return { min, max: other('PEN_DOWN_ANGLE') - 1 };
  if (name === 'PEN_DOWN_ANGLE') return { min: other('PEN_UP_ANGLE') + 1, max };
  return { min, max };
}

export function configuredModel({ factory, values }: StoredSettings): MachineModel {
  let configured = factory;
  for (const { name, applied } of firmwareSettings) {
    const value = values.get(name);
    if (value !== undefined) configured = { ...configured, ...applied?.(value, configured) };
  }
  return {
    ...configured,
    speed: Math.min(configured.speed, configured.maxSpeed),
    acceleration: Math.min(configured.acceleration, configured.maxAcceleration),
  };
}

function settingValue({ name, initial }: FirmwareSetting, { factory, values }: StoredSettings): number {
  return values.get(name) ?? initial(factory);
}
