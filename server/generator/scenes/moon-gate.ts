import type { Palette } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';
import { mix } from './colour.ts';
import { blossom, growBranch, land, ridge } from './nature.ts';
import { layoutOf, type Scene } from './scene.ts';
import { cover, linear, radial, repeat, round } from './svg.ts';

const GATE = { x: 384, y: 452, radius: 318 };

function bamboo(random: Random, x: number, [stalk, leaf]: [string, string]): string {
  const lean = random.between(-30, 30);
  const joints = repeat(9, index => {
    const y = 1060 - index * 120;
    const from = x + (lean * index) / 9;
    return `<path d="M${round(from)} ${y}L${round(from + lean / 9)} ${y - 116}" stroke="${index % 2 ? stalk : mix(stalk, '#ffffff', 0.12)}" stroke-width="13"/>`;
  });
  const leaves = repeat(26, () => {
    const y = random.between(0, 700);
    const turn = random.between(20, 160) * (random.chance(0.5) ? 1 : -1);
    return `<path transform="translate(${round(x + lean * (1 - y / 1000) + random.between(-40, 40))} ${round(y)}) rotate(${round(turn)})" d="M0 0C12 -24 9 -62 0 -88C-9 -62 -12 -24 0 0Z" fill="${mix(leaf, stalk, random.next() * 0.5)}" fill-opacity="${random.between(0.6, 0.95).toFixed(2)}"/>`;
  });
  return `<g stroke-linecap="round">${joints}</g>${leaves}`;
}

function roof(tiles: string): string {
  return repeat(3, line =>
    repeat(19, index => {
      const x = -50 + index * 48 + (line % 2) * 24;
      const y = -14 + line * 22;
      return `<path d="M${x} ${y}a24 24 0 0 0 48 0V${y - 40}H${x}Z" fill="${mix(tiles, '#ffffff', 0.05 + line * 0.06)}" stroke="${mix(tiles, '#000000', 0.4)}" stroke-width="2.5"/>`;
    }),
  );
}

function draw(palette: Palette<'moon-gate'>, random: Random): Scene {
  const { wall, tiles, sky, hills, bloom } = palette;
  const { x, y, radius } = GATE;
  const side = random.chance(0.5) ? 1 : -1;
  const ring = (r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  const bough = growBranch(
    random,
    { x: 384 + side * 430, y: 150, angle: side > 0 ? Math.PI * 0.95 : 0.16, length: 190, width: 12 },
    '#3a2a26',
  );
  const flowers = bough.tips
    .map(tip =>
      blossom(tip, {
        size: random.between(0.8, 1.6),
        turn: random.between(0, 360),
        colour: random.pick(bloom),
        core: '#f2d27a',
      }),
    )
    .join('');

  return {
    defs:
      linear('sky', [0, sky[0]], [1, sky[1]]) +
      linear('wall', [0, wall[0]], [0.7, mix(wall[0], wall[1], 0.4)], [1, wall[1]]) +
      linear('hill0', [0, hills, 0.34], [0.5, hills, 0.06], [1, sky[1], 0.6]) +
      linear('hill1', [0, hills, 0.6], [0.5, hills, 0.16], [1, sky[1], 0.6]) +
      radial('calm', [0, sky[1], 0.9], [0.6, sky[1], 0.5], [1, sky[1], 0]) +
      linear('mist', [0, wall[0], 0], [1, wall[0], 0.55]),
    back:
      cover('fill="url(#sky)"') +
      `<path d="${land(ridge(random, { y: 520, height: 240, roughness: 0.55 }))}" fill="url(#hill0)"/>` +
      `<path d="${land(ridge(random, { y: 620, height: 200, roughness: 0.52 }))}" fill="url(#hill1)"/>` +
      bamboo(random, 384 - side * 210, palette.bamboo) +
      bamboo(random, 384 - side * 262, palette.bamboo) +
      `<ellipse cx="384" cy="440" rx="240" ry="320" fill="url(#calm)"/>` +
      `<path d="M-48 -48H816V1072H-48Z${ring(radius)}" fill="url(#wall)" fill-rule="evenodd"/>` +
      repeat(
        4,
        step =>
          `<path d="${ring(radius - 4 + step * 9)}" fill="none" stroke="${step % 2 ? mix(tiles, wall[1], 0.4) : tiles}" stroke-width="9"/>`,
      ) +
      `<path d="M${x - radius} ${y}a${radius} ${radius} 0 0 1 ${2 * radius} 0" fill="none" stroke="#000000" stroke-opacity=".16" stroke-width="26" transform="translate(0 16)"/>` +
      roof(tiles) +
      bough.svg +
      flowers,
    front: `<rect x="-48" y="900" width="864" height="172" fill="url(#mist)"/>`,
    slot: { x: 384, y: 440, eyes: 110 },
    light: {
      saturation: 0.92,
      tint: mix(sky[1], '#000000', 0.36),
      tintShare: 0.14,
      shadow: hills,
      fromX: side * 0.18,
      fromY: -0.08,
    },
  };
}

export const moonGateLayout = layoutOf('moon-gate', { technique: 'ink', material: 'paper' }, draw);
