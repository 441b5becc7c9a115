import type { Palette } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';
import { mix } from './colour.ts';
import { layoutOf, type Scene } from './scene.ts';
import { cover, linear, radial, radialAt, repeat, round } from './svg.ts';

/** A curtain at one side, gathered with a cord. `side` is −1 for the left side and 1 for the right. */
function curtain(random: Random, side: number, colour: string): string {
  const edge = (at: number) => 384 + side * at;
  const folds = repeat(13, index => {
    const top = 150 + index * 26;
    const knot = 306 + index * 9;
    const foot = 200 + index * 22 + random.between(-8, 8);
    const tone =
      index % 3 === 0 ? mix(colour, '#ffdca8', 0.24) : mix(colour, '#080206', index % 3 === 1 ? 0.5 : 0.12);
    return (
      `<path d="M${round(edge(top))} -48C${round(edge(top + 30))} 260 ${round(edge(knot - 20))} 480 ${round(edge(knot))} 660` +
      `C${round(edge(knot + 8))} 800 ${round(edge(foot))} 900 ${round(edge(foot))} 1080" stroke="${tone}" stroke-width="${round(random.between(18, 40))}" stroke-opacity=".8"/>`
    );
  });
  const ground = `M${edge(130)} -48C${edge(170)} 260 ${edge(280)} 480 ${edge(300)} 660C${edge(300)} 800 ${edge(180)} 900 ${edge(180)} 1080H${edge(480)}V-48Z`;

  return `<path d="${ground}" fill="${mix(colour, '#080206', 0.3)}"/><g fill="none" stroke-linecap="round">${folds}</g>`;
}

function frame(side: number, gold: string): string {
  const x = 384 - side * 300;
  const bars = repeat(6, ring => {
    const inset = ring * 9;
    const tone = ring % 2 ? mix(gold, '#2a1404', 0.5) : mix(gold, '#fff0c4', 0.2);
    return `<rect x="${x - 190 + inset}" y="${60 + inset}" width="${380 - inset * 2}" height="${520 - inset * 2}" fill="none" stroke="${tone}" stroke-width="9"/>`;
  });
  return `<rect x="${x - 190}" y="60" width="380" height="520" fill="url(#picture)"/>${bars}`;
}

function draw({ wall, drapery, gold, lamp }: Palette<'gallery'>, random: Random): Scene {
  const side = random.chance(0.5) ? 1 : -1;
  const lampX = 384 - side * 220;
  const strokes = repeat(150, () => {
    const [x, y] = [random.between(-40, 800), random.between(-40, 1040)];
    const tone = mix(wall[0], wall[1], random.next());
    return `<path d="M${round(x)} ${round(y)}q${round(random.between(-70, 70))} ${round(random.between(-60, 60))} ${round(random.between(-130, 130))} ${round(random.between(-40, 40))}" stroke="${tone}" stroke-width="${round(random.between(14, 44))}" stroke-opacity=".2"/>`;
  });

  return {
    defs:
      radialAt(
        'wall',
        `cx="${side > 0 ? 36 : 64}%" cy="36%" r="80%"`,
        [0, mix(wall[0], lamp, 0.3)],
        [0.5, wall[0]],
        [1, wall[1]],
      ) +
      radial('lamp', [0, lamp, 0.5], [1, lamp, 0]) +
      linear('picture', [0, mix(wall[1], lamp, 0.3)], [0.6, mix(wall[1], drapery, 0.3)], [1, wall[1]]) +
      linear('floor', [0, wall[1], 0], [1, mix(wall[1], '#000000', 0.4), 0.8]),
    back:
      cover('fill="url(#wall)"') +
      `<g fill="none" stroke-linecap="round">${strokes}</g>` +
      `<g opacity=".75">${frame(side, gold)}</g>` +
      `<ellipse cx="${lampX}" cy="320" rx="460" ry="560" fill="url(#lamp)"/>` +
      curtain(random, side, drapery) +
      cover('fill="url(#floor)"'),
    front: `<rect x="-48" y="900" width="864" height="172" fill="url(#floor)"/>`,
    slot: { x: 384 - side * 16, y: 424, eyes: 114 },
    light: {
      saturation: 0.96,
      tint: lamp,
      tintShare: 0.16,
      shadow: wall[1],
      fromX: side * -0.3,
      fromY: -0.1,
      rim: mix(lamp, gold, 0.4),
    },
  };
}

export const galleryLayout = layoutOf('gallery', { technique: 'oil', material: 'canvas' }, draw);
