export { isJournal, type Priority, priorities, withPriority } from './journal.ts';
export { RestartDelay, runtimeFolder } from './restart-delay.ts';
export { pingRegularly, type Supervisor, systemdSupervisor } from './supervisor.ts';
