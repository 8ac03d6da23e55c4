/** The families of machines that the plotter service can drive. */
export const driverNames = ['stationery', 'pico', 'grbl', 'ebb'] as const;

export type DriverName = (typeof driverNames)[number];

/** What the number of a `SPEED` command can mean. */
export const speedUnits = ['steps/s', 'us/step'] as const;

export type SpeedUnit = (typeof speedUnits)[number];
