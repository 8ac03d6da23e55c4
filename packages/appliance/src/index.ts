export * from './battery/read-battery.ts';
export * from './firmware/index.ts';
export { commonHostName, hostNameOf } from './identity/host-name.ts';
export { generatedSerial, hardwareSerial, plannedSerial } from './identity/serial-number.ts';
export * from './mount/index.ts';
export * from './network/index.ts';
export * from './presets/index.ts';
