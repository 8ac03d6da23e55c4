export type { BoardCollection } from './collections.ts';
export { boardCommonErrors, boardErrorCodes, describeBoard } from './description.ts';
export type { EnrolledDevice, EnrolmentCode, JoinAnswer, JoinRequest } from './enrolment.ts';
export { type BoardEvent, type BoardEventName, boardEvents } from './events.ts';
export {
  type BoardDevice,
  type BoardJob,
  type BoardStatus,
  jobCounts,
  type NewQueueJob,
} from './resources.ts';
export { boardRoutes } from './routes.ts';
