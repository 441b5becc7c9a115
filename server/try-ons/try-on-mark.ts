import type { OverlayOptions } from 'sharp';

const size = { width: 72, height: 34 };

/** From the border, px. */
const margin = 10;

/** An eye in a rounded frame, which says "preview" in every language: below, on the side where the label is not. */
export function tryOnMark(
  picture: { width: number; height: number },
  label: OverlayOptions | undefined,
): OverlayOptions {
  const input = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" fill="none">` +
      '<rect x="1" y="1" width="70" height="32" rx="16" fill="#000" fill-opacity=".5"/>' +
      '<g stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">' +
      '<path d="M19 17Q36 1 53 17Q36 33 19 17Z"/><circle cx="36" cy="17" r="4.6"/></g></svg>',
  );
  const isLabelLeft = label !== undefined && label.left! < picture.width / 10;
  const left = isLabelLeft ? picture.width - size.width - margin : margin;
  return { input, left, top: picture.height - size.height - margin };
}
