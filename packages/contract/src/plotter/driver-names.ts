/** The families of machines that the plotter service can drive. */
export const driverNames = ['stationery', 'pico', 'grbl', 'ebb'] as const;

export type DriverName = (typeof driverNames)[number];
