import { autumnTemplates } from '../catalogue/autumn.ts';
import { mix } from './colour.ts';
import { dots, strew } from './nature.ts';
import type { Random } from './random.ts';
import { layoutOf, type Scene } from './scene.ts';
import { cover, linear, radial, repeat, round } from './svg.ts';

/** The colours of a template of this layout. */
export interface AutumnPalette {
  haze: [string, string, string];
  trunks: string;
  leaves: [string, string, string, string];
  sun: string;
}

/** A maple leaf of five points with its stalk, about 44 pixels wide. */
const MAPLE =
  'M0 -24L4 -13L12 -17L10 -7L22 -7L16 1L20 7L8 7L9 13L1.4 9L1.4 24H-1.4L-1.4 9L-9 13L-8 7L-20 7L-16 1L-22 -7L-10 -7L-12 -17L-4 -13Z';

/** Trunks that get paler the further away they stand. */
function trunks(random: Random, colour: string): string {
  return repeat(17, index => {
    const depth = index / 16;
    const width = 10 + depth * 44;
    // The thick trunks stand at the sides, so that none grows out of the person's head.
    const x =
      depth > 0.6
        ? random.pick([random.between(-30, 130), random.between(638, 790)])
        : random.between(-20, 790);
    const lean = random.between(-24, 24);
    const d = `M${round(x - width / 2)} 1072L${round(x - width / 3 + lean)} -48H${round(x + width / 3 + lean)}L${round(x + width / 2)} 1072Z`;

    return `<path d="${d}" fill="${depth > 0.6 ? 'url(#bark)' : colour}" fill-opacity="${(0.14 + depth * 0.56).toFixed(2)}"/>`;
  });
}

/** Sunlight that falls through the crowns. */
function beams(random: Random, fromX: number): string {
  return repeat(7, () => {
    const end = random.between(-200, 968);
    const width = random.between(24, 90);
    const opacity = random.between(0.03, 0.08).toFixed(3);
    // Five beams in one, each narrower, have the soft edge of a beam in haze.
    return repeat(5, ring => {
      const half = width * (1.25 - ring * 0.22);
      return `<path d="M${round(fromX - 14)} -60H${round(fromX + 14)}L${round(end + half)} 1080H${round(end - half)}Z" fill-opacity="${opacity}"/>`;
    });
  });
}

function draw(palette: AutumnPalette, random: Random): Scene {
  const { haze, leaves, sun } = palette;
  const side = random.chance(0.5) ? 1 : -1;
  const sunX = round(384 + side * random.between(160, 280));

  return {
    defs:
      linear('haze', [
        [0, haze[1]],
        [0.45, haze[0]],
        [1, haze[2]],
      ]) +
      radial('sun', [
        [0, sun, 0.95],
        [0.35, sun, 0.5],
        [1, sun, 0],
      ]) +
      linear('beam', [
        [0, sun, 0.9],
        [1, sun, 0],
      ]) +
      linear(
        'bark',
        [
          [0, mix(palette.trunks, '#000000', 0.3)],
          [0.4, mix(palette.trunks, sun, 0.22)],
          [1, mix(palette.trunks, '#000000', 0.4)],
        ],
        'x1="0" y1="0" x2="1" y2="0"',
      ),
    back:
      cover('fill="url(#haze)"') +
      `<circle cx="${sunX}" cy="190" r="430" fill="url(#sun)"/>` +
      trunks(random, palette.trunks) +
      dots(random, 130, {
        soft: true,
        colours: leaves,
        radius: [16, 62],
        opacity: [0.2, 0.6],
        y: [-60, 330],
      }) +
      dots(random, 80, {
        soft: true,
        colours: leaves,
        radius: [16, 60],
        opacity: [0.25, 0.6],
        y: [800, 1070],
      }) +
      `<g fill="url(#beam)">${beams(random, sunX)}</g>` +
      strew(random, 70, MAPLE, { colours: leaves, size: [0.6, 1.5], opacity: [0.7, 1], y: [-20, 300] }) +
      strew(random, 26, MAPLE, { colours: leaves, size: [0.5, 1.2], opacity: [0.6, 0.95], y: [300, 1000] }),
    front:
      `<circle cx="${sunX}" cy="120" r="620" fill="url(#sun)" opacity=".22"/>` +
      strew(random, 9, MAPLE, { colours: leaves, size: [0.8, 1.5], opacity: [0.85, 1], y: [640, 1000] }) +
      strew(random, 12, MAPLE, { colours: leaves, size: [2.6, 5], opacity: [0.6, 0.85], y: [930, 1070] }),
    slot: { x: 384, y: 436, eyes: 114 },
    light: {
      saturation: 1,
      tint: haze[1],
      tintShare: 0.14,
      shadow: haze[2],
      fromX: side * 0.2,
      fromY: -0.1,
      rim: sun,
    },
  };
}

/** A forest with the sun behind it and falling leaves. */
export const autumnLayout = layoutOf('autumn', { hand: 'oil', material: 'brush' }, autumnTemplates, draw);
