import sharp, { type Sharp } from 'sharp';
import { PIC } from './scene.ts';
import { BLEED } from './svg.ts';

/** Renders a part of a scene, `width` pixels wide (3:4), without the bleed. Runs on sharp's own threads. */
export function renderSvg(defs: string, body: string, width: number): Sharp {
  const scale = width / PIC.width;
  const bleed = Math.round(BLEED * scale);
  const height = Math.round(PIC.height * scale);
  const view = [-BLEED, -BLEED, PIC.width + 2 * BLEED, PIC.height + 2 * BLEED].join(' ');

  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 2 * bleed}" height="${height + 2 * bleed}" ` +
    `viewBox="${view}" preserveAspectRatio="none"><defs>${defs}</defs>${body}</svg>`;

  return sharp(Buffer.from(svg), { unlimited: true }).extract({ left: bleed, top: bleed, width, height });
}
