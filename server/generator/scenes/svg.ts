import { PIC } from './scene.ts';

/** How far a scene is drawn beyond its frame: a blur fades at the border of the drawing, which must not be seen. */
export const BLEED = 48;

/** A gradient's colour: where (0 to 1), #rrggbb, opacity (1 when left out). */
export type Stop = [at: number, colour: string, opacity?: number];

/** Rounds for a short SVG. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Draws something several times. */
export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

/** A gradient from top to bottom. */
export function linear(id: string, ...stops: Stop[]): string {
  return linearAlong(id, 'x1="0" y1="0" x2="0" y2="1"', ...stops);
}

/** A gradient in the direction given as SVG attributes. */
export function linearAlong(id: string, direction: string, ...stops: Stop[]): string {
  return `<linearGradient id="${id}" ${direction}>${stops.map(drawStop).join('')}</linearGradient>`;
}

/** A gradient from the centre outwards. */
export function radial(id: string, ...stops: Stop[]): string {
  return radialAt(id, '', ...stops);
}

/** A gradient outwards from the place given as SVG attributes. */
export function radialAt(id: string, place: string, ...stops: Stop[]): string {
  return `<radialGradient id="${id}" ${place}>${stops.map(drawStop).join('')}</radialGradient>`;
}

function drawStop([at, colour, opacity = 1]: Stop): string {
  return `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
}

/** A blur that reaches beyond the shape it is used on. */
export function blur(id: string, deviation: number): string {
  return (
    `<filter id="${id}" x="-60%" y="-60%" width="220%" height="220%" color-interpolation-filters="sRGB">` +
    `<feGaussianBlur stdDeviation="${deviation}"/></filter>`
  );
}

/** A gradient that fades to nothing, for what would else need a blur: name it as `url(#…)` with `softId`. */
export function softFill(colour: string): string {
  return radial(softId(colour), [0, colour], [0.45, colour, 0.72], [0.75, colour, 0.24], [1, colour, 0]);
}

/** The id of the gradient of a colour. */
export function softId(colour: string): string {
  return `soft-${colour.slice(1)}`;
}

/** A rectangle over the whole scene and its bleed. */
export function cover(attributes: string): string {
  const width = PIC.width + 2 * BLEED;
  const height = PIC.height + 2 * BLEED;

  return `<rect x="${-BLEED}" y="${-BLEED}" width="${width}" height="${height}" ${attributes}/>`;
}

/** The `d` of a path through the points. */
export function through(points: [x: number, y: number][]): string {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`;
}
