/** The families of machines that the plotter service can drive. */
export const driverNames = ['stationery', 'pico', 'grbl', 'ebb'] as const;

/** Assumed for machines that do not say what they are. */
export const fallbackDriver = driverNames[0];

export type DriverName = (typeof driverNames)[number];

/** What can lift the pen. */
export const penControls = ['servo', 'z'] as const;

/** What the number of a `SPEED` command can mean. */
export const speedUnits = ['steps/s', 'us/step'] as const;

export type SpeedUnit = (typeof speedUnits)[number];
