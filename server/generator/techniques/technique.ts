import type { Painter } from '../filters/painter.ts';
import type { Stage } from '../portrait/stage.ts';

/** Renders a whole stage in one technique. Returns three bytes per pixel of the canvas. */
export type RenderTechnique = (painter: Painter, stage: Stage) => Promise<Uint8ClampedArray>;
