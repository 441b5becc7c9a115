/** Red, green and blue, 0 to 255. */
export type Colour = [red: number, green: number, blue: number];

/** Reads #rrggbb. */
export function colourOf(hex: string): Colour {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

/** Writes #rrggbb; parts outside 0 to 255 are clipped. */
function hexOf(colour: Colour): string {
  return `#${colour
    .map(part =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** A colour between two, `share` (0 to 1) of the way to the second. */
export function mix(from: string, to: string, share: number): string {
  const a = colourOf(from);
  const b = colourOf(to);
  const part = (index: 0 | 1 | 2) => a[index] + (b[index] - a[index]) * share;

  return hexOf([part(0), part(1), part(2)]);
}
