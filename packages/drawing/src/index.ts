export { type NoteCode, noteCodes } from '@stationery/contract/note-codes';
export type { Drawing, Fill, Layer, Note, Points, Shape, Stroke } from './drawing.ts';
export { DrawingError, type DrawingErrorCode } from './drawing-error.ts';
export {
  formatByName,
  type PlanFormat,
  type PlanFormatName,
  planFormatNames,
  planFormats,
} from './export/plan-formats.ts';
export type { PlanWriter, WriteOptions } from './export/plan-writer.ts';
export type { FileKind } from './files/file-kind.ts';
export { notReadableMessage } from './files/not-readable-message.ts';
export { type RecognisedFile, recognisedBytes, recogniseFile } from './files/recognise-file.ts';
export { type Reader, readDrawing, readers } from './formats/read-drawing.ts';
export type { Box } from './geometry/box.ts';
export type { Transform } from './geometry/transform.ts';
export {
  type AxisPair,
  type JunctionDeviationLaw,
  type MotionLaw,
  type RestToRestLaw,
  type Segment,
  type StepIntervalLaw,
  segmentOf,
} from './motion/law.ts';
export { type BegunSegment, type LookAheadOptions, LookAheadQueue } from './motion/look-ahead-queue.ts';
export { defaultMachine, type Machine, type Motion, motionOf } from './motion/machine.ts';
export {
  brakeProfile,
  distanceAt,
  type MovePhase,
  type MoveProfile,
  moveProfile,
  phasesOf,
  speedAt,
} from './motion/move-profile.ts';
export { pathMs, pathProfiles, segmentMs } from './motion/path-time.ts';
export { speedNumber } from './motion/speed-number.ts';
export { operationKinds, operationMembers } from './operations/members.ts';
export type { Operation, OperationKind } from './operations/operation.ts';
export { parseOperations } from './operations/parse-operations.ts';
export { needsShapes } from './operations/run-operations.ts';
export { PlanOptionError } from './options/plan-option-error.ts';
export {
  commandsOf,
  type JobPen,
  JobPens,
  type PlotJob,
  type PlotPause,
  type PlotStep,
  penRequest,
  plotJob,
  plotSteps,
} from './plan/commands.ts';
export { type FileLayerOptions, forPlannedLayers, readingFor } from './plan/file-layers.ts';
export { namedPapers, type SizeMm } from './plan/paper.ts';
export { toleranceForPaper } from './plan/paper-tolerance.ts';
export {
  optionNameOf,
  type PlanOptionName,
  parsePlanOptions,
  planOptionTexts,
} from './plan/parse-plan-options.ts';
export {
  type LayerSettings,
  mostPasses,
  nearestPen,
  type PalettePen,
  type PenSettings,
  type SettingsOfLayer,
} from './plan/pen-settings.ts';
export { placeDrawing } from './plan/place-drawing.ts';
export type { Placement } from './plan/placement.ts';
export type { Plan, PlanFigures, PlannedLayer } from './plan/plan.ts';
export { type PlanBudget, planDrawing, planWithin } from './plan/plan-drawing.ts';
export {
  type FilePlan,
  type FilePlanBudget,
  type FilePlanOptions,
  planFile,
} from './plan/plan-file.ts';
export {
  type MarginsMm,
  type OffsetMm,
  type PlaceOnPaper,
  type PlanOptions,
  places,
} from './plan/plan-options.ts';
export { createPlanner, type Planner, type PlanProgress } from './plan/planner.ts';
export { type PreviewOptions, previewSvg } from './plan/preview-svg.ts';
export { type FileContent, maxDrawings, readSheet } from './plan/read-sheet.ts';
export { type Timeline, timelineOf } from './plan/timeline.ts';
export { type PlanStage, planInStages, type StagedBudget } from './plan-in-stages.ts';
export { decompress } from './svg/decompress.ts';
export type { ReadOptions } from './svg/options.ts';
export { readSvg } from './svg/read-svg.ts';
export { isWhite } from './white.ts';
