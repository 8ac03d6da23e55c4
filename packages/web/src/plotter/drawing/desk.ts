import './next-drawing.ts';

export { BedDrawing } from './bed-drawing.tsx';
export { DrawingPanel } from './drawing-panel.tsx';
