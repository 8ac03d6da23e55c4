import './how-it-lies.ts';
import './next-drawing.ts';

export { BedDrawing } from './bed-drawing.tsx';
export { DrawingPanel } from './drawing-panel.tsx';
export { nudge } from './nudge.ts';
