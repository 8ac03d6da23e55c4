export { plotterClientTypes, stationClientTypes } from './client-types.ts';
export * as mediaTypes from './media-types.ts';
export { type DescriptionOptions, describeService } from './openapi.ts';
export {
  type PlotterEvent,
  type PlotterEventName,
  Problem,
  plotterEvents,
  plotterRoutes,
} from './plotter/index.ts';
export { Job, JobResult, MachineProfile } from './plotter/resources.ts';
export { describePlotter, plotterCommonErrors } from './plotter-description.ts';
export {
  type Answer,
  type AnswerOf,
  type BodyMode,
  type BodyOf,
  defineRoute,
  type Method,
  type OtherAnswer,
  type RequestBody,
  type Route,
  refusalsOf,
} from './route.ts';
export {
  ErrorDocument,
  type StationEvent,
  type StationEventName,
  stationEvents,
  stationRoutes,
} from './station/index.ts';
export { describeStation, stationCommonErrors } from './station-description.ts';
