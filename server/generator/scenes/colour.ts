/** Red, green and blue, 0 to 255. */
export type Colour = [red: number, green: number, blue: number];

export function colourOf(hex: string): Colour {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

/** Formats the colour as #rrggbb; clamps channels to 0 to 255. */
export function hexOf(colour: Colour): string {
  return `#${colour
    .map(part =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Mixes two #rrggbb colours. `share` (0 to 1) is the weight of the second colour. */
export function mix(from: string, to: string, share: number): string {
  const a = colourOf(from);
  const b = colourOf(to);
  const part = (index: 0 | 1 | 2) => a[index] + (b[index] - a[index]) * share;

  return hexOf([part(0), part(1), part(2)]);
}
