import type { Painter } from '../filters/painter.ts';
import type { Stage } from '../portrait/stage.ts';

/** Renders a whole stage in one technique; returns three bytes per pixel of the canvas. */
export type RenderHand = (painter: Painter, stage: Stage) => Promise<Uint8ClampedArray>;
