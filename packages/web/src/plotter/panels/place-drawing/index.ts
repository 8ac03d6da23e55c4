/** Loaded when the first drawing is opened. */
export { manageSessions } from '../../state/drawing/manage-sessions.ts';
export { placeJobsWhenAsked } from '../../state/jobs/place-job.ts';
export { DrawingOnBed } from './on-bed/drawing-on-bed.tsx';
export { PlaceDrawingPanel } from './place-drawing-panel.tsx';
