import type { Palette } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';
import { dots, land, pine, ridge } from './nature.ts';
import { layoutOf, PIC, type Scene } from './scene.ts';
import { blur, cover, linear, repeat, round } from './svg.ts';

/** A hanging curtain of light, drawn as narrow strips. */
function curtain(random: Random, index: number): string {
  const phase = random.between(0, 6);
  const swing = random.between(50, 100);
  const top = 120 + index * 95;
  const strips = Math.ceil((PIC.width + 80) / 7);

  return repeat(strips, strip => {
    const x = strip * 7 - 40;
    const y = top + Math.sin(x / 130 + phase) * swing + Math.sin(x / 47 + phase * 2) * 18;
    const height = 190 + 90 * Math.sin(x / 61 + index + phase) + random.between(0, 46);

    return (
      `<rect x="${x}" y="${round(y - height * 0.55)}" width="9" height="${round(height * 1.35)}" ` +
      `fill="url(#curtain${index})" opacity="${random.between(0.45, 0.85).toFixed(2)}"/>`
    );
  });
}

function forest(random: Random, colours: readonly string[]): string {
  return repeat(34, index => {
    // Put the trees at both sides, so that no tree seems to grow out of the person's head.
    const x = index % 2 ? random.between(-10, 250) : random.between(518, 778);
    return pine(x, 1010 - random.between(0, 90), random.between(130, 320), random.pick(colours));
  });
}

function draw(palette: Palette<'aurora'>, random: Random): Scene {
  const { sky, lights, snow, trees } = palette;
  const farPeaks = land(ridge(random, { y: 650, height: 330, roughness: 0.56 }));
  const nearPeaks = land(ridge(random, { y: 770, height: 260, roughness: 0.52 }));

  return {
    defs:
      linear('sky', [0, sky[0]], [0.5, sky[1]], [0.8, sky[2]]) +
      linear('snow', [0, snow[0]], [0.3, sky[2]], [1, snow[1]]) +
      lights
        .map((light, index) =>
          linear(
            `curtain${index}`,
            [0, lights[(index + 2) % 3]!, 0],
            [0.55, light, 0.5],
            [0.86, light, 0.95],
            [1, light, 0],
          ),
        )
        .join('') +
      linear('mist', [0, snow[0], 0], [1, snow[0], 0.5]) +
      blur('glow', 7),
    back:
      cover('fill="url(#sky)"') +
      dots(random, 300, { colours: ['#ffffff'], radius: [0.4, 1.7], opacity: [0.3, 1], y: [0, 640] }) +
      `<g filter="url(#glow)">${repeat(3, index => curtain(random, index))}</g>` +
      `<g><path d="${farPeaks}" fill="url(#snow)" opacity=".8"/>` +
      `<path d="${nearPeaks}" fill="${snow[1]}"/>${forest(random, trees)}</g>`,
    front:
      `<rect y="860" width="768" height="164" fill="url(#mist)"/>` +
      dots(random, 80, { soft: true, colours: ['#ffffff'], radius: [1.2, 4.2], opacity: [0.35, 0.85] }) +
      dots(random, 12, {
        soft: true,
        colours: ['#ffffff'],
        radius: [7, 16],
        opacity: [0.3, 0.45],
        y: [700, 1024],
      }),
    slot: { x: 384, y: 430, eyes: 108 },
    light: {
      saturation: 0.88,
      tint: sky[2],
      tintShare: 0.16,
      shadow: sky[1],
      fromX: -0.12,
      fromY: -0.05,
      rim: palette.rim,
    },
  };
}

export const auroraLayout = layoutOf('aurora', { technique: 'oil', material: 'brush' }, draw);
