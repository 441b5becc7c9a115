/** A colour in OKLab: lightness 0 to 1, and two axes of colour (green to red, blue to yellow), 0 for greys. */
export type Oklab = [lightness: number, a: number, b: number];

/** sRGB (0 to 255) to OKLab (Ottosson 2020). */
export function toOklab(rgb: ArrayLike<number>): Oklab {
  const [r, g, b] = [0, 1, 2].map(channel => linear(rgb[channel]! / 255)) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);

  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
