export type { CallOptions, ClientOptions } from './call/connection.ts';
export type { ProgressOptions } from './call/send-upload.ts';
export { ConnectionError, PlotterError, type Refusal, ServiceError, StationError } from './errors.ts';
export type { EventOptions, StreamState } from './events/follow-events.ts';
export type {
  CommandRefusal,
  CommandResult,
  DrawingNote,
  DrawingOptions,
  DrawingPlan,
  Job,
  JobCommandResult,
  JobReason,
  JobRequest,
  JobResult,
  JobState,
  LinkReason,
  LinkStatus,
  MachinePreset,
  MachineProfile,
  NoticeReason,
  PalettePen,
  PlanState,
  PlanUpdate,
  PlotterErrorCode,
  PlotterEvents,
  PlotterOperations,
  PlotterStatus,
  SavedMachine,
} from './generated/plotter.ts';
export type {
  FirmwareReason,
  MqttReason,
  MqttState,
  PlayerReason,
  PlayerState,
  ReaderReason,
  StationErrorCode,
  StationEvents,
  StationInfo,
  StationOperations,
} from './generated/station.ts';
export {
  createPlotterClient,
  type PlotterClient,
  type PlotterHealth,
  type SentCommand,
  type SerialPort,
} from './plotter.ts';
export type {
  JobInput,
  JobOutcome,
  JobSettings,
  PlanInput,
  PlotterEvent,
  SubmitOptions,
} from './plotter-jobs.ts';
export {
  hasStopped,
  type JobCheck,
  type JobPreview,
  type PlotterJobs,
  type ResultsPage,
} from './plotter-jobs.ts';
export {
  type ContentOptions,
  createStationClient,
  type StationClient,
  type StationEvent,
  type UploadOptions,
  type WaitOptions,
} from './station.ts';
export type { Card, CardFile, FirmwareStatus, InstalledFirmware, Tag } from './station-shapes.ts';
export type { Content, ResumableContent, SizedContent } from './upload/content.ts';
export type { UploadBody } from './upload/framing.ts';
export type { UploadProgress, UploadRequest, UploadTransport } from './upload/transport.ts';
