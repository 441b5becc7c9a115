import { PIC } from './scene.ts';

/**
 * Scenes extend this far beyond their frame, so that blurs, which fade out at the drawing's border, stay intact inside
 * the frame.
 */
export const BLEED = 48;

/** A gradient stop: position (0 to 1), colour (#rrggbb), and opacity (1 by default). */
export type Stop = [at: number, colour: string, opacity?: number];

/** Rounds to one decimal, to keep the SVG short. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

/** A linear gradient from top to bottom. */
export function linear(id: string, ...stops: Stop[]): string {
  return linearAlong(id, 'x1="0" y1="0" x2="0" y2="1"', ...stops);
}

/** A linear gradient. `direction` has the SVG attributes x1, y1, x2 and y2. */
export function linearAlong(id: string, direction: string, ...stops: Stop[]): string {
  return `<linearGradient id="${id}" ${direction}>${stops.map(drawStop).join('')}</linearGradient>`;
}

/** A radial gradient from the centre outwards. */
export function radial(id: string, ...stops: Stop[]): string {
  return radialAt(id, '', ...stops);
}

/** A radial gradient. `place` has SVG attributes such as cx, cy and r. */
export function radialAt(id: string, place: string, ...stops: Stop[]): string {
  return `<radialGradient id="${id}" ${place}>${stops.map(drawStop).join('')}</radialGradient>`;
}

function drawStop([at, colour, opacity = 1]: Stop): string {
  return `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
}

/** A Gaussian blur filter whose region extends beyond the shape. */
export function blur(id: string, deviation: number): string {
  return (
    `<filter id="${id}" x="-60%" y="-60%" width="220%" height="220%" color-interpolation-filters="sRGB">` +
    `<feGaussianBlur stdDeviation="${deviation}"/></filter>`
  );
}

/** A radial gradient that fades to transparent; it renders faster than a blur. Use it as `url(#…)` with `softId`. */
export function softFill(colour: string): string {
  return radial(softId(colour), [0, colour], [0.45, colour, 0.72], [0.75, colour, 0.24], [1, colour, 0]);
}

export function softId(colour: string): string {
  return `soft-${colour.slice(1)}`;
}

export function cover(attributes: string): string {
  const width = PIC.width + 2 * BLEED;
  const height = PIC.height + 2 * BLEED;

  return `<rect x="${-BLEED}" y="${-BLEED}" width="${width}" height="${height}" ${attributes}/>`;
}

/** The `d` attribute of a path through the points. */
export function through(points: [x: number, y: number][]): string {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`;
}
