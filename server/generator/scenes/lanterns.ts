import type { Palette } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';
import { dots, hills } from './nature.ts';
import { layoutOf, type Scene } from './scene.ts';
import { BLEED, cover, linear, radial, repeat, round, through } from './svg.ts';

/** A paper sky lantern, about 60 pixels wide at size 1. */
function lantern(x: number, y: number, size: number, turn: number): string {
  return (
    `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${size.toFixed(2)})">` +
    `<circle r="92" cy="6" fill="url(#glow)"/>` +
    `<path d="M-22 34C-36 6 -34 -30 -20 -42C-8 -50 8 -50 20 -42C34 -30 36 6 22 34C10 40 -10 40 -22 34Z" fill="url(#paper)"/>` +
    `<path d="M-9 37C-15 6 -14 -30 -8 -46M9 37C15 6 14 -30 8 -46" stroke="#5a1f10" stroke-opacity=".28" stroke-width="2" fill="none"/>` +
    `<ellipse cy="35" rx="21" ry="5" fill="#fffbe0"/></g>`
  );
}

/** Many small, distant lanterns, and a few large ones that do not cover the face. */
function sky(random: Random): { far: string; near: string } {
  const far = repeat(38, () =>
    lantern(
      random.between(-20, 788),
      random.between(20, 620),
      random.between(0.1, 0.34),
      random.between(-8, 8),
    ),
  );
  const near = repeat(9, index => {
    const x = index % 2 ? random.between(-10, 190) : random.between(578, 778);
    return lantern(
      x,
      60 + index * 84 + random.between(-30, 30),
      random.between(0.6, 1.35),
      random.between(-10, 10),
    );
  });

  return {
    far,
    near: near + lantern(random.between(300, 470), random.between(60, 120), 0.7, random.between(-8, 8)),
  };
}

function draw(palette: Palette<'lanterns'>, random: Random): Scene {
  const { glow, paper } = palette;
  const lanterns = sky(random);
  const back = through(hills(random, { y: 690, height: 60, waves: 0.9 }));
  const front = through(hills(random, { y: 780, height: 46, waves: 1.4 }));

  return {
    defs:
      linear(
        'sky',
        [0, palette.sky[0]],
        [0.45, palette.sky[1]],
        [0.72, palette.sky[2]],
        [1, palette.sky[0]],
      ) +
      radial('glow', [0, glow, 0.6], [0.4, glow, 0.2], [1, glow, 0]) +
      linear('paper', [0, paper[1]], [0.55, paper[0]], [1, '#fffbe6']) +
      radial('mist', [0, palette.sky[2], 0.7], [1, palette.sky[2], 0]),
    back:
      cover('fill="url(#sky)"') +
      dots(random, 160, { colours: ['#ffffff'], radius: [0.5, 1.6], opacity: [0.3, 0.9], y: [0, 560] }) +
      lanterns.far +
      `<path d="${back}V1072H${-BLEED}Z" fill="${palette.hills}" opacity=".7"/>` +
      `<ellipse cx="384" cy="740" rx="600" ry="100" fill="url(#mist)"/>` +
      `<path d="${front}V1072H${-BLEED}Z" fill="${palette.hills}"/>` +
      dots(random, 46, {
        soft: true,
        colours: [glow, paper[0]],
        radius: [2, 7],
        opacity: [0.3, 0.9],
        y: [760, 1040],
      }) +
      lanterns.near,
    front:
      dots(random, 40, {
        soft: true,
        colours: [glow, '#fff6d0'],
        radius: [1.4, 4.6],
        opacity: [0.4, 0.95],
        y: [560, 1030],
      }) +
      dots(random, 14, {
        soft: true,
        colours: [glow, paper[1]],
        radius: [18, 52],
        opacity: [0.14, 0.36],
        y: [860, 1060],
      }),
    slot: { x: 384, y: 440, eyes: 112 },
    light: {
      saturation: 1,
      tint: glow,
      tintShare: 0.14,
      shadow: palette.sky[1],
      fromX: 0.16,
      fromY: 0.08,
      rim: glow,
    },
  };
}

export const lanternsLayout = layoutOf('lanterns', { technique: 'oil', material: 'brush' }, draw);
