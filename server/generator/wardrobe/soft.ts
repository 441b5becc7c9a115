/** How far a blur reaches, in deviations; and by how much a turning body may move a place sideways, in body units: a chest stands out by 112, a third of which at the widest turn is 38. */
const REACH = 3;
const TURN = 44;

/**
 * A group of paths out of focus by so many body units. Its filter covers them and their blur alone: each pixel of a filter costs
 * time, and the common way, a region of twice the size of what is drawn, took most of the time of a costume.
 */
export function soft(deviation: 2 | 5 | 8 | 14, svg: string): string {
  const places = [...svg.matchAll(/ d="([^"]*)"/g)].flatMap(([, d]) =>
    [...d!.matchAll(/-?\d*\.?\d+/g)].map(Number),
  );
  const widths = [...svg.matchAll(/stroke-width="([^"]*)"/g)].map(([, width]) => Number(width));
  const margin = REACH * deviation + Math.max(0, ...widths) / 2;
  const [left, right] = rangeOf(places, 0, margin + TURN);
  const [top, bottom] = rangeOf(places, 1, margin);
  const id = `soft${[deviation, left, top, right, bottom].join('_')}`;
  return (
    `<filter id="${id}" filterUnits="userSpaceOnUse" x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" ` +
    `color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="${deviation}"/></filter><g filter="url(#${id})">${svg}</g>`
  );
}

/** The range of every second number from the first on, widened by a margin, in whole units. */
function rangeOf(numbers: number[], first: number, margin: number): [number, number] {
  const own = numbers.filter((_, at) => at % 2 === first);
  return [Math.floor(Math.min(...own) - margin), Math.ceil(Math.max(...own) + margin)];
}
