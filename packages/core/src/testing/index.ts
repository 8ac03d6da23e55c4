export { ManualClock, settle } from './manual-clock.ts';
export { type NeededProgram, needsProgram } from './needs-program.ts';
