export { type NoteCode, noteCodes } from '@stationery/contract/note-codes';
export type { Drawing, Fill, Layer, Note, Points, Shape, Stroke } from './drawing.ts';
export { DrawingError, type DrawingErrorCode } from './drawing-error.ts';
export type { PlanWriter, Reader, WriteOptions } from './formats/codec.ts';
export { readDrawing, readers, writePlan } from './formats/codecs.ts';
export { recognisedBytes } from './formats/file-start.ts';
export { type Format, type FormatName, recogniseFile } from './formats/formats.ts';
export { readSvg } from './formats/svg/read-svg.ts';
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
export {
  type FileLayerOptions,
  type FilePlanOptions,
  forPlannedLayers,
  readingFor,
} from './plan/file-layers.ts';
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
  type MarginsMm,
  type OffsetMm,
  type PlaceOnPaper,
  type PlanOptions,
  places,
} from './plan/plan-options.ts';
export { createPlanner, type Planner, type PlanProgress } from './plan/planner.ts';
export { type PreviewOptions, previewSvg } from './plan/preview-svg.ts';
export { type Timeline, timelineOf } from './plan/timeline.ts';
export { decompress } from './reading/decompress.ts';
export type { ReadOptions } from './reading/options.ts';
export {
  type FilePlan,
  type FilePlanBudget,
  planFile,
} from './sheet/plan-file.ts';
export { type PlanStage, planInStages, type StagedBudget } from './sheet/plan-in-stages.ts';
export { type FileContent, maxDrawings, readSheet } from './sheet/read-sheet.ts';
export { isWhite } from './white.ts';
