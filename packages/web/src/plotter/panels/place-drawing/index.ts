import '../../state/drawing/how-it-lies.ts';
import '../../state/drawing/next-drawing.ts';

export { nudge } from '../../state/drawing/nudge.ts';
export { BedDrawing } from './on-bed/drawing-on-bed.tsx';
export { DrawingPanel } from './place-drawing-panel.tsx';
