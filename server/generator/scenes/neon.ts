import type { Palette } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';
import { dots } from './nature.ts';
import { layoutOf, PIC, type Scene } from './scene.ts';
import { cover, linear, radial, repeat, round, softFill, softId } from './svg.ts';

function skyline(random: Random, palette: Palette<'neon'>): string {
  const parts: string[] = [];

  for (let x = -60; x < PIC.width + 48; ) {
    const width = random.between(34, 90);
    const height = random.between(240, 560);
    const top = PIC.height - 240 - height;

    parts.push(
      `<rect x="${round(x)}" y="${round(top)}" width="${round(width)}" height="1000" fill="${palette.far}"/>`,
    );

    for (let y = top + 14; y < PIC.height - 220; y += 15) {
      for (let at = 6; at < width - 8; at += 11) {
        if (!random.chance(0.36)) continue;

        const colour = random.pick([...palette.neon, '#ffd27a']);
        const opacity = random.between(0.25, 0.85).toFixed(2);
        parts.push(
          `<rect x="${round(x + at)}" y="${round(y)}" width="5" height="7" fill="${colour}" fill-opacity="${opacity}"/>`,
        );
      }
    }

    x += width + random.between(0, 6);
  }

  return parts.join('');
}

function street(random: Random, palette: Palette<'neon'>): { houses: string; signs: string } {
  const houses: string[] = [];
  const signs: string[] = [];

  for (const side of [-1, 1]) {
    for (const [index, colour] of palette.near.entries()) {
      const width = 160 - index * 26;
      const x = side < 0 ? -70 + index * 66 : PIC.width + 70 - index * 66 - width;
      const top = 40 + index * 130;

      houses.push(`<rect x="${x}" y="${top}" width="${width}" height="1100" fill="${colour}"/>`);
      for (let y = top + 60; y < 960; y += random.between(170, 220)) {
        signs.push(sign(random, side < 0 ? x + width - 52 : x + 12, y, random.pick(palette.neon)));
      }
    }
  }

  return { houses: houses.join(''), signs: signs.join('') };
}

function sign(random: Random, x: number, y: number, colour: string): string {
  const width = random.between(28, 42);
  const height = random.between(84, 140);
  const rows = Math.floor(height / 28);
  const glyphs = repeat(rows, row => {
    const top = y + 14 + row * 27;
    const form = random.pick([
      'h14m-7 -6v14',
      'm0 -5h14v11h-14z',
      'l14 0m-14 6h14m-7 -12v12',
      'q7 -10 14 0m-14 7h14',
    ]);
    return `<path d="M${round(x + width / 2 - 7)} ${round(top)}${form}"/>`;
  });
  const frame = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="5"`;

  return (
    `<ellipse cx="${round(x + width / 2)}" cy="${round(y + height / 2)}" rx="${round(width * 2)}" ry="${round(height * 0.95)}" fill="url(#${softId(colour)})" fill-opacity=".5"/>` +
    `<rect ${frame} fill="${colour}" fill-opacity=".26"/><rect ${frame} fill="none" stroke="${colour}" stroke-width="3"/>` +
    `<g fill="none" stroke="#ffffff" stroke-opacity=".9" stroke-width="2.4">${glyphs}</g>`
  );
}

function rain(random: Random): string {
  return repeat(120, () => {
    const length = random.between(14, 48);
    const start = `${round(random.between(0, PIC.width))} ${round(random.between(0, PIC.height))}`;
    return `<path d="M${start}l${round(-length * 0.16)} ${round(length)}" opacity="${random.between(0.08, 0.32).toFixed(2)}"/>`;
  });
}

function draw(palette: Palette<'neon'>, random: Random): Scene {
  const { sky, neon } = palette;
  const { houses, signs } = street(random, palette);
  const lamps = [...neon, '#ffb45e'];

  return {
    defs:
      linear('sky', [0, sky[0]], [0.5, sky[1]], [0.8, sky[2]], [1, sky[0]]) +
      radial('halo', [0, sky[2], 0.8], [1, sky[2], 0]),

    back:
      cover('fill="url(#sky)"') +
      `<ellipse cx="384" cy="500" rx="430" ry="420" fill="url(#halo)"/>` +
      skyline(random, palette) +
      houses +
      neon.map(softFill).join('') +
      signs +
      dots(random, 46, { soft: true, colours: lamps, radius: [6, 32], opacity: [0.14, 0.5], y: [400, 1030] }),
    front:
      `<g stroke="#d6f1ff" stroke-width="1.2">${rain(random)}</g>` +
      dots(random, 12, {
        soft: true,
        colours: neon,
        radius: [14, 46],
        opacity: [0.12, 0.32],
        y: [860, 1040],
      }),
    slot: { x: 384, y: 430, eyes: 114 },
    light: {
      saturation: 1.05,
      tint: sky[2],
      tintShare: 0.12,
      shadow: sky[1],
      fromX: 0.18,
      fromY: -0.05,
      rim: neon[0],
    },
  };
}

export const neonLayout = layoutOf('neon', { technique: 'oil', material: 'brush' }, draw);
