import type { Palette } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';
import { layoutOf, type Scene } from './scene.ts';
import { cover, repeat, round, through } from './svg.ts';

const INK = '#15131a';
const CENTRE = { x: 384, y: 430 };

function rays(colour: string, turn: number): string {
  const point = (degrees: number): [number, number] => {
    const angle = ((degrees + turn) * Math.PI) / 180;
    return [CENTRE.x + Math.cos(angle) * 1200, CENTRE.y + Math.sin(angle) * 1200];
  };

  return repeat(12, index => {
    const wedge = through([[CENTRE.x, CENTRE.y], point(index * 30), point(index * 30 + 15)]);
    return `<path d="${wedge}Z" fill="${colour}"/>`;
  });
}

/** Halftone dots, which get smaller towards the middle of the page. */
function printedDots(colour: string): string {
  return repeat(24, row => {
    const radius = round(Math.max(0, 9.5 - row * 0.4));
    const y = 1066 - row * 21;

    return repeat(37, column => {
      const x = column * 24 + (row % 2) * 12 - 48;
      return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;
    });
  });
}

function burst(random: Random, x: number, y: number, radius: number, colour: string): string {
  const points = Array.from({ length: 24 }, (_, index): [number, number] => {
    const angle = (index * Math.PI) / 12;
    const reach = index % 2 ? radius * 0.6 : radius * random.between(0.86, 1.14);
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
  });

  return `<path d="${through(points)}Z" fill="${colour}" stroke="${INK}" stroke-width="6" stroke-linejoin="round"/>`;
}

function lightning(x: number, y: number, turn: number, colour: string): string {
  return (
    `<path transform="translate(${x} ${y}) rotate(${turn})" d="M-12 -62L34 -62L10 -14L40 -14L-30 66L-8 8L-36 8Z" ` +
    `fill="${colour}" stroke="${INK}" stroke-width="6" stroke-linejoin="round"/>`
  );
}

function draw(palette: Palette<'pop'>, random: Random): Scene {
  const { accent, disc, ground } = palette;
  const { x, y } = CENTRE;
  const leftIsBurst = random.chance(0.5);
  const [left, right] = [random.between(100, 132), random.between(630, 672)];
  const first = leftIsBurst
    ? burst(random, left, 178, 92, '#ffffff')
    : burst(random, right, 178, 92, '#ffffff');
  const second = leftIsBurst ? lightning(right, 206, 14, accent) : lightning(left, 206, -14, accent);

  return {
    defs: '',
    back:
      cover(`fill="${ground}"`) +
      rays(palette.rays, random.between(0, 30)) +
      printedDots(palette.dots) +
      `<circle cx="${x + 12}" cy="${y + 14}" r="318" fill="${INK}" opacity=".28"/>` +
      `<circle cx="${x}" cy="${y}" r="318" fill="${disc}" stroke="${INK}" stroke-width="9"/>` +
      `<circle cx="${x}" cy="${y}" r="286" fill="none" stroke="#ffffff" stroke-width="5" stroke-dasharray="3 15" stroke-linecap="round"/>` +
      first +
      second,
    front:
      burst(random, random.between(92, 116), random.between(880, 900), 70, disc) +
      lightning(random.between(664, 684), random.between(876, 896), 20, ground) +
      `<rect x="22" y="22" width="724" height="980" fill="none" stroke="#ffffff" stroke-width="9"/>` +
      `<path d="M-48 -48H816V1072H-48ZM17 17V1007H751V17Z" fill="${INK}"/>`,
    slot: { x: 384, y: 440, eyes: 116 },
    light: {
      saturation: 1.3,
      tint: '#808080',
      tintShare: 0,
      shadow: '#000000',
      fromX: 0.1,
      fromY: -0.05,
      rim: '#ffffff',
    },
  };
}

export const popLayout = layoutOf('pop', { technique: 'comic', material: 'none' }, draw);
