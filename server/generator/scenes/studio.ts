import type { Palette } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';
import { mix } from './colour.ts';
import { dots } from './nature.ts';
import { layoutOf, type Scene } from './scene.ts';
import { cover, linear, radial, radialAt, repeat, round } from './svg.ts';

/** Slanted light on the wall from a window with bars. */
function windowLight(random: Random, side: number): string {
  const x = 384 + side * random.between(10, 60);
  const y = random.between(70, 130);
  const slant = side * random.between(-0.3, -0.18);
  const panes = repeat(3, row =>
    repeat(2, column =>
      // Nested panes give the light a soft edge.
      repeat(5, ring => {
        const [x, y] = [column * 190 - 184 + ring * 4, row * 196 + ring * 4];
        return `<rect x="${x}" y="${y}" width="${172 - ring * 8}" height="${178 - ring * 8}" rx="4" fill-opacity=".32"/>`;
      }),
    ),
  );

  return `<g transform="matrix(1 ${slant} ${round(slant * 6) / 10} 1 ${round(x)} ${round(y)})" fill="url(#pane)">${panes}</g>`;
}

function plantShadow(random: Random, side: number): string {
  const x = 384 - side * random.between(240, 330);
  const leaves = repeat(9, index => {
    const turn = -74 + index * 18 + random.between(-6, 6);
    const length = random.between(300, 460);
    return repeat(
      4,
      ring =>
        `<path transform="rotate(${round(turn)}) scale(${1.06 - ring * 0.05} ${1.02 - ring * 0.012})" fill-opacity=".2" d="M0 0C${round(length * 0.16)} ${round(-length * 0.3)} ` +
        `${round(length * 0.13)} ${round(-length * 0.8)} 0 ${round(-length)}C${round(-length * 0.1)} ${round(-length * 0.7)} ${round(-length * 0.1)} ${round(-length * 0.3)} 0 0Z"/>`,
    );
  });

  return `<g transform="translate(${round(x)} ${round(random.between(650, 720))})">${leaves}</g>`;
}

function draw(palette: Palette<'studio'>, random: Random): Scene {
  const { wall, lamp, gel } = palette;
  const side = random.chance(0.5) ? 1 : -1;
  const lampX = 384 - side * 190;

  return {
    defs:
      radialAt(
        'wall',
        'cx="50%" cy="40%" r="78%"',
        [0, mix(wall[0], '#ffffff', 0.12)],
        [0.55, wall[0]],
        [1, wall[1]],
      ) +
      radial('lamp', [0, lamp, 0.5], [1, lamp, 0]) +
      radial('gel', [0, gel, 0.6], [1, gel, 0]) +
      linear('pane', [0, lamp, 0.72], [1, lamp, 0.34]) +
      linear('floor', [0, wall[1], 0], [1, wall[1], 0.55]),
    back:
      cover('fill="url(#wall)"') +
      `<ellipse cx="${384 + side * 330}" cy="520" rx="430" ry="620" fill="url(#gel)"/>` +
      `<ellipse cx="${lampX}" cy="300" rx="480" ry="520" fill="url(#lamp)"/>` +
      windowLight(random, side) +
      `<g fill="${wall[1]}" opacity=".62">${plantShadow(random, side)}</g>`,
    front:
      `<rect x="-48" y="880" width="864" height="192" fill="url(#floor)"/>` +
      `<ellipse cx="${lampX}" cy="120" rx="460" ry="420" fill="url(#lamp)" opacity=".3"/>` +
      dots(random, 26, { soft: true, colours: [lamp], radius: [1, 3.6], opacity: [0.2, 0.6], y: [560, 960] }),
    slot: { x: 384, y: 432, eyes: 124 },
    light: {
      saturation: 0.97,
      tint: lamp,
      tintShare: 0.08,
      shadow: wall[1],
      fromX: side * -0.22,
      fromY: -0.04,
      rim: mix(lamp, gel, 0.35),
    },
  };
}

export const studioLayout = layoutOf('studio', { technique: 'oil', material: 'brush' }, draw);
