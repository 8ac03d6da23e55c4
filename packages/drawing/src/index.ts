export { type NoteCode, noteCodes } from '@stationery/contract/note-codes';
export type { Operation, OperationKind, SheetObject } from '@stationery/contract/operation-table';
export type { Drawing, Layer, Note, Points, Stroke } from './drawing.ts';
export { DrawingError, type DrawingErrorCode } from './drawing-error.ts';
export { type LineFontName, lineFonts } from './font/line-fonts.ts';
export type { Reader, WriteOptions } from './formats/codec.ts';
export { readDrawing, readers, writePlan } from './formats/codecs.ts';
export { recognisedBytes } from './formats/file-start.ts';
export { type Format, recogniseFile } from './formats/formats.ts';
export { readSvg } from './formats/svg/read-svg.ts';
export { type LineFont, maxFontCharacters, readSvgFont } from './formats/svg/svg-font.ts';
export { testCardSvg, testCardWords } from './formats/svg/test-card.ts';
export {
  maxTextCharacters,
  type TextStyle,
  textAligns,
  textDefaults,
  textLimits,
  textSvg,
} from './formats/svg/text-svg.ts';
export { type Box, emptyBox, include, unionBox } from './geometry/box.ts';
export { gridInRoom } from './geometry/grid-in-room.ts';
export { composed, type Transform } from './geometry/transform.ts';
export {
  type MotionLaw,
  type Segment,
  segmentOf,
} from './motion/law.ts';
export { type BegunSegment, LookAheadQueue } from './motion/look-ahead-queue.ts';
export { defaultMachine, type Machine, motionOf } from './motion/machine.ts';
export {
  brakeProfile,
  distanceAt,
  type MoveProfile,
  moveProfile,
  phasesOf,
  speedAt,
} from './motion/move-profile.ts';
export { pathMs, segmentMs } from './motion/path-time.ts';
export { speedNumber } from './motion/speed-number.ts';
export { checkOperations } from './operations/check-operations.ts';
export { parseOperations } from './operations/parse-operations.ts';
export { needsShapes } from './operations/run-operations.ts';
export { parseLength } from './options/parse-length.ts';
export { type PictureOptions, pictureDefaults, pictureLimits } from './options/picture-options.ts';
export { PlanOptionError } from './options/plan-option-error.ts';
export {
  type CheckedPhoto,
  checkPhoto,
  decodePhoto,
  type PlottedSheet,
  photoSide,
  referencePoints,
} from './photo/check-photo.ts';
export { type MissingPart, pointsBetween } from './photo/find-missing.ts';
export { type Homography, inPhoto, type PhotoPoint } from './photo/homography.ts';
export { missingSvg } from './photo/missing-svg.ts';
export { PhotoError, type PhotoProblem } from './photo/photo-error.ts';
export { jobOfParts, type PlottedJob, plottedStrokes } from './photo/plotted-strokes.ts';
export { damagedPicture, pictureSize } from './pictures/decode/picture-size.ts';
export { drawPicture } from './pictures/draw-picture.ts';
export { pictureSvg } from './pictures/picture-svg.ts';
export { maxMegapixels, type Raster, rasterSize } from './pictures/raster.ts';
export {
  commandsOf,
  type JobPen,
  JobPens,
  jobMarks,
  type PlotJob,
  penRequest,
  plotJob,
  plotSteps,
} from './plan/commands.ts';
export {
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
} from './plan/parse-plan-options.ts';
export {
  isDip,
  isInLimits,
  type LayerSettings,
  maxPasses,
  type PalettePen,
  type PenSettings,
  penRanges,
  placesOfDip,
  settingsFromCodes,
} from './plan/pen-settings.ts';
export { plottingOrder } from './plan/pens.ts';
export { type Placement, placeDrawing } from './plan/placement.ts';
export type { Plan, PlanFigures, PlannedLayer } from './plan/plan.ts';
export { planDrawing, planWithin } from './plan/plan-drawing.ts';
export {
  type FoundMark,
  type PlanOptions,
  places,
} from './plan/plan-options.ts';
export { createPlanner, type Planner, type PlanProgress } from './plan/planner.ts';
export { previewSvg } from './plan/preview-svg.ts';
export {
  checkReach,
  fitMarks,
  MarksError,
  type MarksProblem,
  maxErrorMm,
  minApartMm,
  movedPlace,
  type Registration,
  registerMarks,
} from './plan/registration.ts';
export { startAt } from './plan/start-at.ts';
export { timelineOf } from './plan/timeline.ts';
export { decompress } from './reading/decompress.ts';
export type { ReadOptions } from './reading/options.ts';
export { arrangementIn, enlargementIn, layOut, type SheetLayout } from './sheet/arrangement.ts';
export { combineDrawings } from './sheet/combine-drawings.ts';
export {
  type Label,
  type LabelKind,
  type LabelSheet,
  labelKinds,
  labelPaper,
  labelPlaces,
  labelSheetSvg,
  labelSheets,
  missingCharacters,
} from './sheet/labels.ts';
export {
  type FilePlan,
  planFile,
} from './sheet/plan-file.ts';
export { type PlanStage, planInStages, type StagedBudget } from './sheet/plan-in-stages.ts';
export { type FileContent, maxDrawings, readDrawings } from './sheet/read-drawings.ts';
export { escapeXml } from './svg-text.ts';
export { isWhite } from './white.ts';
