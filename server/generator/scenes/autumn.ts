import type { Palette } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';
import { mix } from './colour.ts';
import { dots, pine, strew } from './nature.ts';
import { layoutOf, type Scene } from './scene.ts';
import { cover, linear, linearAlong, radial, repeat, round } from './svg.ts';

/** Leaves with stalks, about 44 pixels wide, and a sprig of needles. */
const LEAVES = {
  maple: mapleLeaf(),
  ginkgo:
    'M-1 26L-1.4 7C-9 4 -19 -3 -23 -13C-19 -17 -17 -18 -14 -17C-10 -22 -5 -23 -1.5 -21L0 -11L1.5 -21C5 -23 10 -22 14 -17C17 -18 19 -17 23 -13C19 -3 9 4 1.4 7L1.6 26Z',
  beech:
    'M0 -25C3 -22 6 -20 8 -15C10 -12 10 -9 12 -5C11 0 11 4 8 8C6 13 3 16 .8 18L1.2 27H-.8L-.8 18C-3 16 -6 13 -8 8C-11 4 -11 0 -12 -5C-10 -9 -10 -12 -8 -15C-6 -20 -3 -22 0 -25Z',
  pine: sprig(),
};

/** A leaf with five toothed lobes on a bent stalk. The veins are holes, drawn in the opposite path direction. */
function mapleLeaf(): string {
  const right =
    'L4 -17.5L8.6 -20L6.4 -8.6Q6.2 -6.8 7.8 -8L13.5 -14.4L15.3 -10.8L22.4 -12.4L20.2 -5.8L24 -3.8L12.4 5.2L13.6 9.4L1.2 8';
  const left =
    'L-13.6 9.4L-12.4 5.2L-24 -3.8L-20.2 -5.8L-22.4 -12.4L-15.3 -10.8L-13.5 -14.4L-7.8 -8Q-6.2 -6.8 -6.4 -8.6L-8.6 -20L-4 -17.5Z';
  const veins = 'M-.6 6L.6 6L0 -18ZM.2 5.2L.9 5.9L16 -7ZM-.9 5.9L-.2 5.2L-16 -7Z';
  return `M0 -25${right}Q1.3 16 3.4 24L1.8 24.8Q-.9 16 -1 8${left}${veins}`;
}

/** A sprig, 60 pixels long, with needles on both sides. */
function sprig(): string {
  const needles = repeat(11, index => {
    const y = 26 - index * 5;
    const length = 17 - index * 0.8;
    return [-1, 1]
      .map(side => `M0 ${y}L${round(side * length)} ${round(y - length * 0.9)}L0 ${y - 2.6}Z`)
      .join('');
  });
  return `M-1 32L0 -34L1 32Z${needles}`;
}

function pines(random: Random, { haze, trunks }: Palette<'autumn'>): string {
  return repeat(4, row => {
    const colour = mix(haze[1], trunks, 0.12 + row * 0.2);
    return repeat(9, index => {
      const x = index * 96 + random.between(-30, 30);
      return pine(x, 760 + row * 70 + random.between(-20, 20), random.between(330, 520), colour);
    });
  });
}

function trunks(random: Random, colour: string): string {
  return repeat(17, index => {
    const depth = index / 16;
    const width = 10 + depth * 44;
    // Put thick trunks at the sides, so that no trunk seems to grow out of the person's head.
    const x =
      depth > 0.6
        ? random.pick([random.between(-30, 130), random.between(638, 790)])
        : random.between(-20, 790);
    const lean = random.between(-24, 24);
    const d = `M${round(x - width / 2)} 1072L${round(x - width / 3 + lean)} -48H${round(x + width / 3 + lean)}L${round(x + width / 2)} 1072Z`;

    return `<path d="${d}" fill="${depth > 0.6 ? 'url(#bark)' : colour}" fill-opacity="${(0.14 + depth * 0.56).toFixed(2)}"/>`;
  });
}

function beams(random: Random, fromX: number): string {
  return repeat(7, () => {
    const end = random.between(-200, 968);
    const width = random.between(24, 90);
    const opacity = random.between(0.03, 0.08).toFixed(3);
    // Draw five nested beams, which look like one beam with soft edges in haze.
    return repeat(5, ring => {
      const half = width * (1.25 - ring * 0.22);
      return `<path d="M${round(fromX - 14)} -60H${round(fromX + 14)}L${round(end + half)} 1080H${round(end - half)}Z" fill-opacity="${opacity}"/>`;
    });
  });
}

function draw(palette: Palette<'autumn'>, random: Random): Scene {
  const { haze, leaves, sun, trees = 'maple' } = palette;
  const leaf = LEAVES[trees];
  const falling =
    trees === 'pine'
      ? ''
      : strew(random, 70, leaf, { colours: leaves, size: [0.6, 1.5], opacity: [0.7, 1], y: [-20, 300] }) +
        strew(random, 26, leaf, { colours: leaves, size: [0.5, 1.2], opacity: [0.6, 0.95], y: [300, 1000] });
  const side = random.chance(0.5) ? 1 : -1;
  const sunX = round(384 + side * random.between(160, 280));

  return {
    defs:
      linear('haze', [0, haze[1]], [0.45, haze[0]], [1, haze[2]]) +
      radial('sun', [0, sun, 0.95], [0.35, sun, 0.5], [1, sun, 0]) +
      linear('beam', [0, sun, 0.9], [1, sun, 0]) +
      linearAlong(
        'bark',
        'x1="0" y1="0" x2="1" y2="0"',
        [0, mix(palette.trunks, '#000000', 0.3)],
        [0.4, mix(palette.trunks, sun, 0.22)],
        [1, mix(palette.trunks, '#000000', 0.4)],
      ),
    back:
      cover('fill="url(#haze)"') +
      `<circle cx="${sunX}" cy="190" r="430" fill="url(#sun)"/>` +
      (trees === 'pine' ? pines(random, palette) : trunks(random, palette.trunks)) +
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
      `<g fill="url(#beam)">${beams(random, sunX)}</g>${falling}`,
    front:
      `<circle cx="${sunX}" cy="120" r="620" fill="url(#sun)" opacity=".22"/>` +
      strew(random, trees === 'pine' ? 0 : 9, leaf, {
        colours: leaves,
        size: [0.8, 1.5],
        opacity: [0.85, 1],
        y: [640, 1000],
      }) +
      strew(random, 12, leaf, { colours: leaves, size: [2.2, 3.8], opacity: [0.75, 0.95], y: [930, 1070] }),
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

export const autumnLayout = layoutOf('autumn', { technique: 'oil', material: 'brush' }, draw);
