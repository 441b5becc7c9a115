import type { Palette } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';
import { mix } from './colour.ts';
import { dots } from './nature.ts';
import { layoutOf, type Scene } from './scene.ts';
import { cover, linear, linearAlong, radial, radialAt, round } from './svg.ts';

function row(random: Random, y: number, height: number, palette: Palette<'library'>): string {
  let drawn = '';
  for (let x = -50; x < 818; ) {
    const width = random.between(16, 44);
    const tall = height * random.between(0.68, 0.93);
    const colour = mix(random.pick(palette.spines), palette.wood[1], random.between(0, 0.45));
    const lean = random.chance(0.08) ? random.between(-7, 7) : 0;
    const top = y + height - tall;
    drawn += `<g transform="rotate(${round(lean)} ${round(x)} ${round(y + height)})"><rect x="${round(x)}" y="${round(top)}" width="${round(width)}" height="${round(tall)}" rx="3" fill="${colour}"/>`;
    drawn += `<rect x="${round(x + width * 0.16)}" y="${round(top)}" width="${round(width * 0.22)}" height="${round(tall)}" fill="${mix(colour, palette.lamp, 0.35)}" fill-opacity=".5"/>`;
    if (random.chance(0.6)) {
      for (const part of [0.12, 0.2, 0.78]) {
        drawn += `<rect x="${round(x)}" y="${round(top + tall * part)}" width="${round(width)}" height="3.4" fill="${mix(palette.lamp, '#a8782c', 0.5)}" fill-opacity=".8"/>`;
      }
    }
    drawn += '</g>';
    x += width + random.between(0, 3) + (random.chance(0.05) ? 30 : 0);
  }
  const board = y + height;
  return `${drawn}<rect x="-48" y="${board}" width="864" height="20" fill="url(#board)"/><rect x="-48" y="${board + 20}" width="864" height="26" fill="#000000" fill-opacity=".34"/>`;
}

function draw(palette: Palette<'library'>, random: Random): Scene {
  const { wood, lamp } = palette;
  const side = random.chance(0.5) ? 1 : -1;
  const lampX = 384 + side * 290;
  const rows = [-20, 158, 336, 514, 692, 870].map(y => row(random, y, 146, palette)).join('');
  const post = 384 - side * 270;

  return {
    defs:
      linear('board', [0, mix(wood[0], lamp, 0.3)], [0.4, wood[0]], [1, wood[1]]) +
      linearAlong('post', 'x1="0" y1="0" x2="1" y2="0"', [0, wood[1]], [0.4, wood[0]], [1, wood[1]]) +
      radial('glow', [0, lamp, 0.85], [0.3, lamp, 0.42], [1, lamp, 0]) +
      radialAt(
        'dusk',
        `cx="${side > 0 ? 70 : 30}%" cy="42%" r="80%"`,
        [0, wood[1], 0],
        [0.5, wood[1], 0.3],
        [1, mix(wood[1], '#000000', 0.5), 0.88],
      ) +
      radial(
        'calm',
        [0, mix(wood[0], wood[1], 0.5), 0.62],
        [0.6, mix(wood[0], wood[1], 0.5), 0.34],
        [1, wood[1], 0],
      ) +
      linear('desk', [0, wood[1], 0], [1, mix(wood[1], '#000000', 0.3), 0.85]),
    back:
      cover(`fill="${mix(wood[1], '#000000', 0.35)}"`) +
      rows +
      `<rect x="${post - 22}" y="-48" width="44" height="1120" fill="url(#post)"/>` +
      // Fade the shelves behind the head.
      `<ellipse cx="384" cy="430" rx="330" ry="420" fill="url(#calm)"/>` +
      cover('fill="url(#dusk)"') +
      `<circle cx="${lampX}" cy="470" r="430" fill="url(#glow)"/>` +
      `<path d="M${lampX - 70} 500C${lampX - 60} 420 ${lampX + 60} 420 ${lampX + 70} 500Z" fill="${mix(lamp, '#ffffff', 0.5)}"/><path d="M${lampX} 500V760" stroke="${mix(wood[0], lamp, 0.4)}" stroke-width="9"/>`,
    front: `${dots(random, 30, {
      soft: true,
      colours: [lamp],
      radius: [1.6, 4.5],
      opacity: [0.2, 0.6],
      y: [600, 980],
    })}<rect x="-48" y="880" width="864" height="192" fill="url(#desk)"/>`,
    slot: { x: 384 - side * 18, y: 430, eyes: 116 },
    light: {
      saturation: 0.98,
      tint: lamp,
      tintShare: 0.18,
      shadow: wood[1],
      fromX: side * 0.3,
      fromY: 0,
      rim: lamp,
    },
  };
}

export const libraryLayout = layoutOf('library', { technique: 'pencil', material: 'none' }, draw);
