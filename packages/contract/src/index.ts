export { boardClientTypes, plotterClientTypes, stationClientTypes } from './client-types.ts';
export { metricsRoute } from './common-routes.ts';
export { type ErrorCode, errorCodes, problemType } from './error-codes.ts';
export { boardCommonErrors, boardErrorCodes, boardRoutes, describeBoard } from './fleet/board/index.ts';
export * as mediaTypes from './media-types.ts';
export { describeMqttReason, type MqttReason, type MqttState, mqttReasons } from './mqtt.ts';
export { type DescriptionOptions, describeService } from './openapi.ts';
export { phoneRoutes } from './phones.ts';
export {
  type DriverName,
  driverNames,
  fallbackDriver,
  type SpeedUnit,
  speedUnits,
} from './plotter/driver-names.ts';
export {
  type PlotterEvent,
  type PlotterEventName,
  Problem,
  plotterEvents,
  plotterRoutes,
} from './plotter/index.ts';
export {
  because,
  describeReason,
  type JobReason,
  jobReasons,
  type RequestedPen,
} from './plotter/reasons/job-reasons.ts';
export { type PlainLinkReason, plainLinkReasons, type SendReason } from './plotter/reasons/link-reasons.ts';
export { type NoticeReason, notice, notices } from './plotter/reasons/notices.ts';
export { describeOutside } from './plotter/reasons/outside.ts';
export { describePenHeight } from './plotter/reasons/pen-height.ts';
export { type Refusal, type RefusalCode, refusalCodes, refusalField } from './plotter/reasons/refusal.ts';
export { Job, JobResult, MachineProfile } from './plotter/resources.ts';
export { describePlotter, plotterCommonErrors, plotterErrorCodes } from './plotter-description.ts';
export { reasonExamples } from './reason-examples.ts';
export {
  type Answer,
  type AnswerOf,
  type BodyMode,
  type BodyOf,
  defineRoutes,
  type Method,
  type OtherAnswer,
  type RequestBody,
  type Route,
  type RouteErrors,
  refusalsOf,
} from './route.ts';
export {
  describeFirmwareReason,
  type FirmwareFailure,
  type FirmwareReason,
  firmwareReasons,
} from './station/firmware-reasons.ts';
export {
  type Buttons,
  type CollectionRefusal,
  type CollectionState,
  collectionRefusals,
  defaultPlotPause,
  describePlotReason,
  ErrorDocument,
  type FileMetadata,
  type PlayerLimits,
  type PlayerLimitsChange,
  type PlayerReport,
  PlayerSettings,
  PlayerSettingsChange,
  type PlayerState,
  type Plot,
  type PlotReason,
  playerKinds,
  plotReasons,
  type Setup,
  type SetupChange,
  type SetupProblem,
  type StationEvent,
  type StationEventName,
  setupProblem,
  setupRoles,
  setupSteps,
  stationEvents,
  stationRoutes,
  type TagDetails,
  TagDetailsChange,
  type TagMeaning,
  type TagPlayback,
  type TagPlot,
} from './station/index.ts';
export { describePlayerReason, type PlayerReason, playerReasons } from './station/player-reasons.ts';
export { describeReaderReason, type ReaderReason, readerReasons } from './station/reader-reasons.ts';
export { describeStation, stationCommonErrors, stationErrorCodes } from './station-description.ts';
