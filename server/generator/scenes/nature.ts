import type { Random } from '../random.ts';
import { PIC } from './scene.ts';
import { BLEED, repeat, round, softFill, softId, through } from './svg.ts';

type Point = [x: number, y: number];

export interface Branch {
  svg: string;
  tips: Point[];
}

/** Draws a branch with its twigs. `angle` is in radians: 0 is right, π/2 is down. */
export function growBranch(
  random: Random,
  start: { x: number; y: number; angle: number; length: number; width: number },
  colour: string,
): Branch {
  const parts: string[] = [];
  const tips: Point[] = [];

  const grow = (x: number, y: number, angle: number, length: number, width: number): void => {
    if (width < 0.9 || length < 9) {
      tips.push([x, y]);
      return;
    }

    let [endX, endY, direction] = [x, y, angle];

    for (let step = 0; step < 5; step++) {
      direction += random.between(-0.19, 0.19);
      const nextX = endX + (Math.cos(direction) * length) / 5;
      const nextY = endY + (Math.sin(direction) * length) / 5;
      const thickness = round(width * (1 - step * 0.07));

      parts.push(
        `<path d="${through([
          [endX, endY],
          [nextX, nextY],
        ])}" stroke-width="${thickness}"/>`,
      );
      [endX, endY] = [nextX, nextY];
      if (random.chance(0.45)) tips.push([endX + random.between(-7, 7), endY + random.between(-7, 7)]);
    }

    grow(endX, endY, direction + random.between(0.25, 0.7), length * 0.74, width * 0.66);
    grow(endX, endY, direction - random.between(0.25, 0.7), length * 0.7, width * 0.6);
  };

  grow(start.x, start.y, start.angle, start.length, start.width);

  return { svg: `<g fill="none" stroke="${colour}" stroke-linecap="round">${parts.join('')}</g>`, tips };
}

/** A flower with five notched petals, about 29 pixels wide at size 1. */
export function blossom(
  at: Point,
  style: { size: number; turn: number; colour: string; core: string },
): string {
  const petal = 'M0 0C-6 -4 -7 -12 -2.4 -14.5L0 -13L2.4 -14.5C7 -12 6 -4 0 0Z';
  const stamens = repeat(6, index => {
    const angle = (index / 6) * Math.PI * 2;
    return `<circle cx="${round(Math.cos(angle) * 5)}" cy="${round(Math.sin(angle) * 5)}" r=".9" fill="${style.core}"/>`;
  });

  return (
    `<g transform="translate(${round(at[0])} ${round(at[1])}) rotate(${round(style.turn)}) scale(${round(style.size * 10) / 10})">` +
    repeat(5, index => `<path transform="rotate(${index * 72})" d="${petal}" fill="${style.colour}"/>`) +
    `<circle r="2.2" fill="${style.core}"/>${stamens}</g>`
  );
}

/** Outline of a mountain range. `roughness`: about 0.4 for hills, 0.6 for rocks. */
export function ridge(random: Random, style: { y: number; height: number; roughness: number }): Point[] {
  let heights = [random.between(-0.5, 0.5), random.between(-0.5, 0.5)];

  for (let level = 0, swing = 1; level < 8; level++, swing *= style.roughness) {
    heights = heights.flatMap((height, index) => {
      const next = heights[index + 1];
      return next === undefined
        ? [height]
        : [height, (height + next) / 2 + random.between(-0.5, 0.5) * swing];
    });
  }

  const last = heights.length - 1;
  return heights.map(
    (height, index): Point => [
      (index / last) * (PIC.width + 2 * BLEED) - BLEED,
      style.y - height * style.height,
    ],
  );
}

/** The SVG path of the area from a ridge down to the bottom of the scene. */
export function land(points: Point[]): string {
  return `${through(points)}V${PIC.height + BLEED}H${-BLEED}Z`;
}

/** A smooth outline of hills. `waves` is the number of hills across the scene. */
export function hills(random: Random, style: { y: number; height: number; waves: number }): Point[] {
  const phase = random.between(0, Math.PI * 2);

  return Array.from({ length: 73 }, (_, index): Point => {
    const turn = (index / 64) * style.waves * Math.PI * 2 + phase;
    return [
      index * 12 - BLEED,
      style.y - style.height * (Math.sin(turn) * 0.7 + Math.sin(turn * 2.3 + phase) * 0.3),
    ];
  });
}

/** A pine tree. `x` and `y` are the position of its foot. */
export function pine(x: number, y: number, height: number, colour: string): string {
  const steps = [0.28, 0.5, 0.75, 1];
  const right = steps.map(
    step =>
      `L${round(x + height * 0.2 * step)} ${round(y - height * (1 - step))}L${round(x + height * 0.1 * step)} ${round(y - height * (1 - step) - 2)}`,
  );
  const left = [...steps]
    .reverse()
    .map(
      step =>
        `L${round(x - height * 0.1 * step)} ${round(y - height * (1 - step) - 2)}L${round(x - height * 0.2 * step)} ${round(y - height * (1 - step))}`,
    );

  return `<path d="M${round(x)} ${round(y - height)}${right.join('')}${left.join('')}Z" fill="${colour}"/>`;
}

/** Dots that look out of focus. They render much faster than a blur. */
export function dots(
  random: Random,
  count: number,
  style: {
    colours: readonly string[];
    radius: [number, number];
    opacity: [number, number];
    y?: [number, number];
    soft?: boolean;
  },
): string {
  const [top, bottom] = style.y ?? [0, PIC.height];
  const fills = style.soft ? [...new Set(style.colours)].map(softFill).join('') : '';
  const reach = style.soft ? 1.35 : 1;

  return (
    fills +
    repeat(count, () => {
      const x = round(random.between(-BLEED, PIC.width + BLEED));
      const y = round(random.between(top, bottom));
      const opacity = random.between(...style.opacity).toFixed(2);
      const radius = round(random.between(...style.radius) * reach);
      const colour = random.pick(style.colours);
      const fill = style.soft ? `url(#${softId(colour)})` : colour;

      return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" fill-opacity="${opacity}"/>`;
    })
  );
}

/** Copies of a shape, each with a random position, rotation and scale. */
export function strew(
  random: Random,
  count: number,
  shape: string,
  style: {
    colours: readonly string[];
    size: [number, number];
    opacity: [number, number];
    y?: [number, number];
  },
): string {
  const [top, bottom] = style.y ?? [0, PIC.height];

  return repeat(count, () => {
    const place = `${round(random.between(0, PIC.width))} ${round(random.between(top, bottom))}`;
    const turn = round(random.between(0, 360));
    const size = random.between(...style.size).toFixed(2);

    return (
      `<path transform="translate(${place}) rotate(${turn}) scale(${size})" d="${shape}" ` +
      `fill="${random.pick(style.colours)}" fill-opacity="${random.between(...style.opacity).toFixed(2)}"/>`
    );
  });
}
