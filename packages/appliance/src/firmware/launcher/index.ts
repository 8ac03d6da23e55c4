export { readContentList, sha256 } from '../slots/slot-content.ts';
export { SlotFolder } from '../slots/slot-folder.ts';
export type { WriteLine } from './launch.ts';
export { type LaunchOptions, launch } from './launch.ts';
export { launcherSupervisor } from './launcher-supervisor.ts';
export { launchVariables } from './messages.ts';
