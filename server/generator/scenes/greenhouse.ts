import type { Palette } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';
import { mix } from './colour.ts';
import { dots } from './nature.ts';
import { layoutOf, type Scene } from './scene.ts';
import { cover, linear, radial, repeat, round } from './svg.ts';

/** A leaf with a midrib. `turn` is its direction in degrees. */
function leaf(random: Random, x: number, y: number, turn: number, length: number, colour: string): string {
  const wide = length * random.between(0.2, 0.3);
  const veins = repeat(6, index => {
    const at = -length * (0.16 + index * 0.12);
    return `<path d="M0 ${round(at)}L${round(wide * 0.72)} ${round(at - length * 0.1)}M0 ${round(at)}L${round(-wide * 0.72)} ${round(at - length * 0.1)}"/>`;
  });
  return (
    `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)})">` +
    `<path d="M0 0C${round(wide)} ${round(-length * 0.2)} ${round(wide)} ${round(-length * 0.7)} 0 ${round(-length)}C${round(-wide)} ${round(-length * 0.7)} ${round(-wide)} ${round(-length * 0.2)} 0 0Z" fill="${colour}"/>` +
    `<path d="M0 0C${round(wide)} ${round(-length * 0.2)} ${round(wide)} ${round(-length * 0.7)} 0 ${round(-length)}Z" fill="#ffffff" fill-opacity=".1"/>` +
    `<g stroke="${mix(colour, '#f4ffe0', 0.4)}" stroke-opacity=".6" stroke-width="2.4" fill="none"><path d="M0 0V${round(-length * 0.94)}"/>${veins}</g></g>`
  );
}

/** A palm leaf: a curved midrib with narrow leaflets. */
function frond(x: number, y: number, turn: number, size: number, colour: string): string {
  const leaflets = repeat(15, index => {
    const at = -30 - index * 20;
    const reach = 92 - Math.abs(index - 5) * 7;
    return `<path d="M0 ${at}Q${round(reach * 0.6)} ${at - 16} ${reach} ${at + 24}Q${round(reach * 0.4)} ${at + 4} 0 ${at}ZM0 ${at}Q${round(-reach * 0.6)} ${at - 16} ${-reach} ${at + 24}Q${round(-reach * 0.4)} ${at + 4} 0 ${at}Z"/>`;
  });
  return `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${size})" fill="${colour}"><path d="M-3 0L-1 -340H1L3 0Z"/>${leaflets}</g>`;
}

function draw({ sky, leaves, iron, bloom, sun }: Palette<'greenhouse'>, random: Random): Scene {
  const side = random.chance(0.5) ? 1 : -1;
  const ribs = repeat(9, index => {
    const x = -16 + index * 100;
    return `<path d="M${x} 1072V420Q${x} 160 384 -120"/>`;
  });
  const hoops = [90, 210, 330, 470, 620]
    .map(y => `<path d="M-48 ${y + 40}Q384 ${y - 60} 816 ${y + 40}"/>`)
    .join('');
  const behind = repeat(26, index => {
    const x = index % 2 ? random.between(-40, 210) : random.between(558, 808);
    const tone = mix(random.pick(leaves), sky[1], 0.35);
    return leaf(
      random,
      x,
      random.between(520, 1060),
      random.between(-60, 60),
      random.between(180, 320),
      tone,
    );
  });
  const fronds = [-1, 1]
    .map(at =>
      repeat(4, index =>
        frond(
          384 + at * (390 - index * 12),
          520 + index * 100,
          -at * (24 + index * 16),
          0.95,
          mix(leaves[index % 3]!, '#0a2418', 0.12),
        ),
      ),
    )
    .join('');
  const flowers = repeat(12, index => {
    const x = index % 2 ? random.between(-10, 150) : random.between(618, 778);
    const y = random.between(560, 900);
    return `${repeat(
      6,
      petal =>
        `<ellipse transform="translate(${round(x)} ${round(y)}) rotate(${petal * 60})" cy="-17" rx="10" ry="18" fill="${petal % 2 ? bloom : mix(bloom, '#ffffff', 0.3)}"/>`,
    )}<circle cx="${round(x)}" cy="${round(y)}" r="6" fill="${sun}"/>`;
  });

  return {
    defs:
      linear('sky', [0, sky[0]], [0.7, sky[1]], [1, leaves[0]]) +
      radial('sun', [0, sun, 0.95], [0.35, sun, 0.5], [1, sun, 0]) +
      linear('mist', [0, sky[1], 0], [1, sky[1], 0.5]),
    back:
      cover('fill="url(#sky)"') +
      `<g fill="none" stroke="${iron}" stroke-opacity=".55" stroke-width="5">${ribs}${hoops}</g>` +
      `<circle cx="${384 + side * 190}" cy="150" r="460" fill="url(#sun)"/>` +
      dots(random, 40, {
        soft: true,
        colours: leaves,
        radius: [24, 80],
        opacity: [0.2, 0.5],
        y: [480, 1060],
      }) +
      behind +
      fronds +
      flowers,
    front: `${repeat(6, index =>
      leaf(
        random,
        index < 3 ? -30 + index * 60 : 800 - (index - 3) * 60,
        1090,
        index < 3 ? 12 + index * 16 : -12 - (index - 3) * 16,
        random.between(240, 320),
        leaves[index % 3]!,
      ),
    )}<rect x="-48" y="900" width="864" height="172" fill="url(#mist)"/>`,
    slot: { x: 384, y: 430, eyes: 114 },
    light: {
      saturation: 0.98,
      tint: sun,
      tintShare: 0.08,
      shadow: leaves[0],
      fromX: side * 0.22,
      fromY: -0.12,
      rim: sun,
    },
  };
}

export const greenhouseLayout = layoutOf('greenhouse', { technique: 'oil', material: 'canvas' }, draw);
