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

/** A gradient from top to bottom, or in the direction given as SVG attributes. */
export function linear(id: string, stops: Stop[], direction = 'x1="0" y1="0" x2="0" y2="1"'): string {
  return `<linearGradient id="${id}" ${direction}>${stops.map(drawStop).join('')}</linearGradient>`;
}

/** A gradient from the centre outwards. */
export function radial(id: string, stops: Stop[], place = ''): string {
  return `<radialGradient id="${id}" ${place}>${stops.map(drawStop).join('')}</radialGradient>`;
}

function drawStop([at, colour, opacity = 1]: Stop): string {
  return `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
}

/** A blur that reaches beyond the shape it is used on. */
export function blur(id: string, deviation: number): string {
  return (
    `<filter id="${id}" x="-60%" y="-60%" width="220%" height="220%">` +
    `<feGaussianBlur stdDeviation="${deviation}"/></filter>`
  );
}

/** Cloudy noise of one colour over the whole scene; `frequency` is one number or two (across, down). */
export function noise(
  id: string,
  colour: string,
  look: { frequency: string; opacity: number; seed: number },
): string {
  const [red, green, blue] = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255);

  return (
    `<filter id="${id}" x="0" y="0" width="100%" height="100%">` +
    `<feTurbulence type="fractalNoise" baseFrequency="${look.frequency}" numOctaves="2" seed="${look.seed}"/>` +
    `<feColorMatrix values="0 0 0 0 ${red} 0 0 0 0 ${green} 0 0 0 0 ${blue} ` +
    `0 0 0 ${look.opacity * 2.4} ${-look.opacity * 0.75}"/></filter>`
  );
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
