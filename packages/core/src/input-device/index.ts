export {
  grabInputDevice,
  type InputDevice,
  type InputWatch,
  watchInputDevices,
} from './devices.ts';
export { eventTypes, type InputEvent, InputEvents } from './input-events.ts';
export { type ListedInput, listInputDevices } from './list-devices.ts';
