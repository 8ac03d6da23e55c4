export const driverNames = ['stationery', 'pico', 'grbl', 'ebb', 'marlin'] as const;

/** The driver for machines that do not identify themselves. */
export const fallbackDriver = driverNames[0];

export type DriverName = (typeof driverNames)[number];

export const penControls = ['servo', 'spindle', 'z'] as const;

/** Units of the number in a `SPEED` command. */
export const speedUnits = ['steps/s', 'us/step'] as const;
