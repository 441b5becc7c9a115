import type { Random } from './random.ts';
import { layoutOf, type Named, type Scene } from './scene.ts';
import { cover, repeat, round, through } from './svg.ts';

interface Palette extends Named {
  ground: string;
  rays: string;
  disc: string;
  accent: string;
  dots: string;
}

const INK = '#15131a';
const CENTRE = { x: 384, y: 430 };

const palettes: Palette[] = [
  {
    title: { en: 'Comic cover', zh: '漫画封面' },
    colour: '#ffd02e',
    ground: '#ffd400',
    rays: '#ff9d00',
    disc: '#08d9d6',
    accent: '#ff2e63',
    dots: '#ff2e63',
  },
  {
    title: { en: 'Bubblegum pop', zh: '泡泡糖波普' },
    colour: '#ff9cc8',
    ground: '#ffb3d9',
    rays: '#ff86c0',
    disc: '#fff27a',
    accent: '#6a4cff',
    dots: '#ffffff',
  },
  {
    title: { en: 'Electric blue issue', zh: '电光蓝刊' },
    colour: '#3a6cf0',
    ground: '#2f6bff',
    rays: '#1b46d1',
    disc: '#ffde3b',
    accent: '#ff5a36',
    dots: '#8ed0ff',
  },
  {
    title: { en: 'Mint and cherry', zh: '薄荷樱桃' },
    colour: '#8fe3c4',
    ground: '#a5f0d2',
    rays: '#62d9ae',
    disc: '#ff6b6b',
    accent: '#1f3b73',
    dots: '#1f9f7a',
  },
  {
    title: { en: 'Sunset headline', zh: '落日头条' },
    colour: '#ff7a4f',
    ground: '#ff7043',
    rays: '#f4432c',
    disc: '#ffe9c7',
    accent: '#5b2a86',
    dots: '#ffc13b',
  },
];

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

/** Printing dots that shrink towards the middle of the page. */
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

function draw(palette: Palette, random: Random): Scene {
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
      face: 196,
      saturation: 1.3,
      contrast: 1.22,
      tint: '#808080',
      tintShare: 0,
      shadow: '#000000',
      fromX: 0.1,
      fromY: -0.05,
      rim: '#ffffff',
    },
    finish: { paint: { radius: 4, detail: 0.45 }, poster: 8, ink: 0.7, halftone: 0.16 },
  };
}

/** A printed comic cover: rays, dots and thick outlines. */
export const popLayout = layoutOf('pop', { hand: 'comic', material: 'none' }, palettes, draw);
