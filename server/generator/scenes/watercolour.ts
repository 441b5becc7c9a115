import type { Palette } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';
import { layoutOf, type Scene } from './scene.ts';
import { cover, radial, repeat, round, softFill, softId, through } from './svg.ts';

/** An irregular puddle of paint with more pigment at its rim. */
function puddle(random: Random, colour: string): string {
  const [x, y] = [random.between(20, 748), random.between(20, 1000)];
  const [rx, ry] = [random.between(90, 220), random.between(70, 170)];
  const phase = random.between(0, 6);
  const points = Array.from({ length: 72 }, (_, index): [number, number] => {
    const angle = (index / 72) * Math.PI * 2;
    const wave = 1 + 0.12 * Math.sin(angle * 3 + phase) + 0.06 * Math.sin(angle * 7 - phase);
    const reach = wave + random.between(-0.025, 0.025);
    return [x + Math.cos(angle) * rx * reach, y + Math.sin(angle) * ry * reach];
  });
  const opacity = random.between(0.2, 0.44).toFixed(2);

  return `<path d="${through(points)}Z" fill="${colour}" fill-opacity="${opacity}" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="3"/>`;
}

function washes(random: Random, colours: readonly string[]): string {
  return repeat(15, () => {
    const x = round(random.between(40, 728));
    const y = round(random.between(40, 980));
    const [rx, ry] = [random.between(150, 330), random.between(120, 270)].map(round);

    return (
      `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="url(#${softId(random.pick(colours))})" ` +
      `fill-opacity="${random.between(0.25, 0.6).toFixed(2)}" transform="rotate(${round(random.between(-40, 40))} ${x} ${y})"/>`
    );
  });
}

function flower(random: Random, x: number, y: number, size: number, palette: Palette<'watercolour'>): string {
  const colour = random.pick(palette.flowers);
  const turn = random.between(0, 72);
  const petals = repeat(2, ring =>
    repeat(6, index => {
      const angle = turn + index * 60 + ring * 30;
      const scale = ring ? 0.68 : random.between(0.9, 1.08);
      return `<path transform="rotate(${round(angle)}) scale(${scale.toFixed(2)})" d="M0 0C-30 -18 -34 -66 -8 -76C-2 -70 4 -70 8 -78C36 -64 30 -18 0 0Z" fill-opacity="${ring ? 0.6 : 0.5}"/>`;
    }),
  );

  return (
    `<g transform="translate(${round(x)} ${round(y)}) scale(${size.toFixed(2)})" fill="${colour}">${petals}` +
    `<circle r="13" fill="${palette.heart}" opacity=".85"/></g>`
  );
}

function spray(random: Random, x: number, y: number, turn: number, palette: Palette<'watercolour'>): string {
  const colour = random.pick(palette.leaves);
  const leaves = repeat(6, index => {
    const at = -36 - index * 38;
    const length = 62 - index * 6;
    const side = index % 2 ? 1 : -1;
    return `<path d="M0 ${at}C${side * length * 0.2} ${at - 34} ${side * length * 0.8} ${at - 42} ${side * length} ${at - 34}C${side * length * 0.8} ${at - 4} ${side * length * 0.3} ${at + 6} 0 ${at}Z"/>`;
  });

  return (
    `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)})" fill="${colour}" fill-opacity=".72">` +
    `<path d="M0 0Q6 -120 0 -262" stroke="${colour}" stroke-width="3" fill="none"/>${leaves}</g>`
  );
}

/** Flowers and leaves in a corner. `side` is −1 for the left and 1 for the right. */
function bunch(
  random: Random,
  y: number,
  side: number,
  size: number,
  palette: Palette<'watercolour'>,
): string {
  const x = 384 + side * 330;
  const turn = y < 512 ? 180 - side * 30 : side * -16;
  const leaves = repeat(5, index =>
    spray(random, x - side * index * 30, y, turn + side * (index - 2) * 22, palette),
  );
  const flowers = repeat(5, () =>
    flower(
      random,
      x + random.between(-120, 90) * side,
      y + random.between(-70, 60),
      random.between(0.7, 1.25) * size,
      palette,
    ),
  );

  return leaves + flowers;
}

function splashes(random: Random, palette: Palette<'watercolour'>): string {
  return repeat(46, () => {
    const radius = random.next() ** 2 * 9 + 1.4;
    return `<circle cx="${round(random.between(0, 768))}" cy="${round(random.between(0, 1024))}" r="${round(radius)}" fill="${random.pick(palette.flowers)}" fill-opacity="${random.between(0.2, 0.6).toFixed(2)}"/>`;
  });
}

function draw(palette: Palette<'watercolour'>, random: Random): Scene {
  const side = random.chance(0.5) ? 1 : -1;

  return {
    defs: radial('page', [0, '#ffffff'], [1, palette.paper]) + palette.washes.map(softFill).join(''),
    back:
      cover('fill="url(#page)"') +
      washes(random, palette.washes) +
      repeat(12, () => puddle(random, random.pick(palette.washes))) +
      splashes(random, palette) +
      bunch(random, random.between(80, 130), side, 1.1, palette) +
      bunch(random, random.between(180, 260), -side, 0.7, palette),
    front: bunch(random, 990, side, 1, palette) + bunch(random, 1010, -side, 0.8, palette),
    slot: { x: 384, y: 436, eyes: 112 },
    light: {
      saturation: 0.92,
      tint: '#848080',
      tintShare: 0.4,
      shadow: palette.flowers[1],
      fromX: side * 0.1,
      fromY: -0.08,
    },
  };
}

export const watercolourLayout = layoutOf(
  'watercolour',
  { technique: 'watercolour', material: 'paper' },
  draw,
);
