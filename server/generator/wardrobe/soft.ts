/**
 * Margins around blurred paths: for the blur, in standard deviations; for a turn, which moves a chest sideways by up to
 * 38 body units, in body units. `WIDEST` is the largest width factor of a body.
 */
const REACH = 3;
const TURN = 44;
const WIDEST = 1.2;

/**
 * Blurs a group of paths with a standard deviation in body units. The filter region covers only the paths and their
 * blur, because each of its pixels costs time: with a region twice the drawing's size, it took most of a costume's
 * time.
 */
export function soft(deviation: 2 | 5 | 8 | 14, svg: string): string {
  const places = [...svg.matchAll(/ d="([^"]*)"/g)].flatMap(([, d]) =>
    [...d!.matchAll(/-?\d*\.?\d+/g)].map(Number),
  );
  const widths = [...svg.matchAll(/stroke-width="([^"]*)"/g)].map(([, width]) => Number(width));
  const margin = REACH * deviation + Math.max(0, ...widths) / 2;
  const xs = places.map((place, at) => (at % 2 === 0 ? place * WIDEST : place));
  const [left, right] = rangeOf(xs, 0, margin + TURN * WIDEST);
  const [top, bottom] = rangeOf(places, 1, margin);
  const id = `soft${[deviation, left, top, right, bottom].join('_')}`;
  return (
    `<filter id="${id}" filterUnits="userSpaceOnUse" x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" ` +
    `color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="${deviation}"/></filter><g filter="url(#${id})">${svg}</g>`
  );
}

/** Minimum and maximum of every second number from index `first` on, widened by `margin` and rounded outwards. */
function rangeOf(numbers: number[], first: number, margin: number): [number, number] {
  const own = numbers.filter((_, at) => at % 2 === first);
  return [Math.floor(Math.min(...own) - margin), Math.ceil(Math.max(...own) + margin)];
}
