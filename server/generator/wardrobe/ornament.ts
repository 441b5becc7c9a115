import type { Random } from '../random.ts';
import { mix } from '../scenes/colour.ts';
import { disc, line, shape } from './pen.ts';

export const darker = (colour: string, share: number) => mix(colour, '#07060b', share);
export const lighter = (colour: string, share: number) => mix(colour, '#ffffff', share);

export function button(x: number, y: number, radius: number, colour: string): string {
  const dark = darker(colour, 0.5);
  return (
    shape(disc(x + 1, y + 2, radius * 1.08), dark, 'opacity=".55"') +
    shape(disc(x, y, radius), colour) +
    line(disc(x, y, radius * 0.72), dark, radius * 0.12, 'opacity=".5"') +
    shape(disc(x - radius * 0.3, y - radius * 0.3, radius * 0.28), lighter(colour, 0.6), 'opacity=".7"')
  );
}

export function blossom(x: number, y: number, radius: number, petal: string, heart: string): string {
  let petals = '';
  for (let at = 0; at < 5; at++) {
    const angle = at * 1.2566 + x;
    petals += shape(
      disc(x + Math.cos(angle) * radius * 0.62, y + Math.sin(angle) * radius * 0.62, radius * 0.48),
      petal,
    );
  }
  return petals + shape(disc(x, y, radius * 0.26), heart);
}

/** Random positions on the cloth, at least `apart` body units from each other. */
export function strewn(
  random: Random,
  count: number,
  apart: number,
): { x: number; y: number; size: number }[] {
  const places: { x: number; y: number; size: number }[] = [];
  for (let tries = 0; tries < count * 12 && places.length < count; tries++) {
    const place = {
      x: random.between(-270, 270),
      y: random.between(20, 760),
      size: random.between(0.75, 1.25),
    };
    if (places.every(({ x, y }) => Math.hypot(x - place.x, y - place.y) > apart)) places.push(place);
  }
  return places;
}

export function clipped(id: string, svg: string): string {
  return `<g clip-path="url(#${id})">${svg}</g>`;
}

export function clip(id: string, svg: string): string {
  return `<clipPath id="${id}">${svg}</clipPath>`;
}

/** SVG of ribs between two curves, each from x = −half to x = half and sagging by `sag`. Used for colour or relief. */
export function ribs(
  count: number,
  upper: { half: number; y: number; sag: number },
  lower: { half: number; y: number; sag: number },
  draw: (d: string, at: number) => string,
): string {
  const place = ({ half, y, sag }: typeof upper, angle: number) => {
    // Place ribs closer together at the sides, as on a tube.
    const across = Math.sin(angle);
    return `${(half * across).toFixed(1)} ${(y + sag * Math.cos(angle)).toFixed(1)}`;
  };
  let svg = '';
  for (let at = 0; at < count; at++) {
    const angle = ((at + 0.5) / count - 0.5) * Math.PI;
    svg += draw(`M${place(upper, angle)}L${place(lower, angle)}`, at);
  }
  return svg;
}
