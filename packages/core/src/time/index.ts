export { Backoff, type BackoffTimes, backoffMs } from './backoff.ts';
export { type Clock, patientClock, sleep, systemClock } from './clock.ts';
export { type DayRange, type HourRange, readDays, readHours } from './day-range.ts';
export { type Deadline, DeadlineError, withDeadline } from './deadline.ts';
