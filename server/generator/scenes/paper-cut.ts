import type { Palette } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';
import { mix } from './colour.ts';
import { hills } from './nature.ts';
import { layoutOf, PIC, type Scene } from './scene.ts';
import { BLEED, cover, linear, radialAt, repeat, round, through } from './svg.ts';

const SHEETS = 5;

/**
 * A shape with a drop shadow made of nearly transparent strokes, each narrower than the last. An SVG filter would be
 * ten times slower.
 */
function lifted(edge: string, colour: string, d = edge): string {
  const shadow = repeat(
    6,
    ring => `<path d="${edge}" transform="translate(0 7)" stroke-width="${38 - ring * 6}"/>`,
  );

  return (
    `<g fill="none" stroke="#0a0f24" stroke-opacity=".055" stroke-linejoin="round">${shadow}</g>` +
    `<path d="${d}" fill="${colour}" fill-rule="evenodd"/>` +
    `<path d="${edge}" fill="none" stroke="${mix(colour, '#ffffff', 0.35)}" stroke-width="2"/>`
  );
}

/** A sheet of paper with a wavy hole. Several sheets behind each other look like a tunnel. */
function holedSheet(random: Random, radius: number, colour: string): string {
  const phase = random.between(0, Math.PI * 2);
  const points = Array.from({ length: 90 }, (_, index): [number, number] => {
    const angle = (index / 90) * Math.PI * 2;
    const wave = 1 + 0.055 * Math.sin(angle * 5 + phase) + 0.035 * Math.sin(angle * 8 - phase);
    return [384 + Math.cos(angle) * radius * wave, 430 + Math.sin(angle) * radius * 1.22 * wave];
  });
  const outline = `M${-BLEED} ${-BLEED}H${PIC.width + BLEED}V${PIC.height + BLEED}H${-BLEED}Z`;

  return lifted(`${through(points)}Z`, colour, `${outline}${through(points)}Z`);
}

function cloud(x: number, y: number, size: number, colour: string): string {
  const d =
    'M-80 20C-104 20 -108 -12 -82 -14C-80 -40 -44 -48 -30 -28C-14 -58 36 -52 38 -18C66 -28 92 -2 72 20Z';
  return `<g transform="translate(${round(x)} ${round(y)}) scale(${size.toFixed(2)})">${lifted(d, colour)}</g>`;
}

/** A twig with pairs of leaves, growing upwards from its foot. */
function twig(random: Random, x: number, turn: number, size: number, colour: string): string {
  const leaves = repeat(7, index => {
    const y = -30 - index * 34;
    const length = 46 - index * 4;
    const leaf = (side: number) =>
      `<path d="M0 ${y}C${side * length * 0.3} ${y - 26} ${side * length} ${y - 30} ${side * length * 1.15} ${y - 44}C${side * length * 0.9} ${y - 4} ${side * length * 0.4} ${y + 8} 0 ${y}Z"/>`;
    return leaf(-1) + leaf(1);
  });

  return (
    `<g transform="translate(${round(x)} ${round(random.between(1020, 1050))}) rotate(${round(turn)}) scale(${size.toFixed(2)})" ` +
    `fill="${colour}"><path d="M-3 30L-1 -270H1L3 30Z"/>${leaves}</g>`
  );
}

function draw(palette: Palette<'paper-cut'>, random: Random): Scene {
  const { far, near, moon, leaf } = palette;
  const tone = (share: number) => mix(far, near, share);
  const moonX = 384 + random.pick([-1, 1]) * random.between(90, 150);
  const ground = repeat(3, index => {
    const line = hills(random, { y: 600 + index * 100, height: 46, waves: random.between(0.8, 1.5) });
    return lifted(`${through(line)}V1072H${-BLEED}Z`, tone(0.24 + index * 0.17));
  });
  const sheets = repeat(SHEETS, index => holedSheet(random, 276 + index * 38, tone(0.46 + index * 0.135)));

  return {
    defs:
      radialAt('ground', 'cx="50%" cy="38%" r="65%"', [0, mix(far, '#ffffff', 0.5)], [1, tone(0.2)]) +
      linear('sheen', [0, '#ffffff', 0.16], [0.5, '#ffffff', 0], [1, '#000000', 0.12]),
    back:
      cover('fill="url(#ground)"') +
      `<circle cx="${round(moonX)}" cy="${round(random.between(200, 260))}" r="88" fill="${moon}"/>` +
      cloud(random.between(180, 300), random.between(250, 330), 0.9, tone(0.06)) +
      cloud(random.between(470, 600), random.between(330, 420), 1.1, tone(0.12)) +
      ground +
      sheets +
      cover('fill="url(#sheen)"'),
    front:
      twig(random, random.between(30, 80), random.between(-6, 10), 1.05, leaf) +
      twig(random, random.between(680, 740), random.between(-12, 4), 1.2, leaf) +
      twig(random, random.between(-10, 20), random.between(4, 20), 0.8, tone(0.85)) +
      twig(random, random.between(750, 780), random.between(-22, -6), 0.8, tone(0.85)) +
      twig(random, random.between(130, 170), random.between(4, 16), 0.55, tone(0.7)) +
      twig(random, random.between(610, 650), random.between(-16, -4), 0.55, tone(0.7)),
    slot: { x: 384, y: 446, eyes: 108 },
    light: {
      saturation: 0.95,
      tint: far,
      tintShare: 0.08,
      shadow: near,
      fromX: 0.12,
      fromY: -0.1,
      rim: moon,
    },
  };
}

export const paperCutLayout = layoutOf('paper-cut', { technique: 'poster', material: 'none' }, draw);
