import type { Palette } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';
import { mix } from './colour.ts';
import { layoutOf, type Scene } from './scene.ts';
import { cover, radial, repeat, round } from './svg.ts';

const CENTRE = { x: 384, y: 418 };

/** A ring of petals and beads around the head. */
function halo({ halo: [inner, ring], line, bloom }: Palette<'nouveau'>): string {
  const { x, y } = CENTRE;
  const spokes = repeat(36, index => {
    const turn = index * 10;
    return (
      `<g transform="rotate(${turn} ${x} ${y})"><path d="M${x - 15} ${y - 268}C${x - 15} ${y - 300} ${x} ${y - 316} ${x} ${y - 322}C${x} ${y - 316} ${x + 15} ${y - 300} ${x + 15} ${y - 268}Z" fill="${index % 2 ? bloom[0] : bloom[1]}" stroke="${line}" stroke-width="2.5"/>` +
      `<circle cx="${x}" cy="${y - 252}" r="5.5" fill="${ring}" stroke="${line}" stroke-width="2"/></g>`
    );
  });
  return (
    `<circle cx="${x}" cy="${y}" r="336" fill="${ring}" stroke="${line}" stroke-width="6"/>` +
    `<circle cx="${x}" cy="${y}" r="326" fill="${mix(ring, line, 0.25)}" stroke="${line}" stroke-width="2"/>${spokes}` +
    `<circle cx="${x}" cy="${y}" r="240" fill="${inner}" stroke="${line}" stroke-width="5"/>` +
    `<circle cx="${x}" cy="${y}" r="226" fill="none" stroke="${mix(inner, line, 0.4)}" stroke-width="2"/>`
  );
}

/** A whiplash-curved stem with leaves, and a flower at its end. */
function stem(random: Random, side: number, rise: number, palette: Palette<'nouveau'>): string {
  const { line, leaf, bloom } = palette;
  const at = (x: number) => round(384 + side * x);
  const end = { x: 322 + random.between(-14, 14), y: rise };
  const leaves = repeat(4, index => {
    const y = 980 - index * ((980 - rise) / 4.6);
    const x = 352 - index * 6;
    return `<path d="M${at(x)} ${round(y)}C${at(x - 54)} ${round(y - 16)} ${at(x - 66)} ${round(y - 60)} ${at(x - 40)} ${round(y - 92)}C${at(x - 22)} ${round(y - 62)} ${at(x - 14)} ${round(y - 30)} ${at(x)} ${round(y)}Z" fill="${leaf}" stroke="${line}" stroke-width="3"/>`;
  });
  const petals = repeat(7, index => {
    const turn = index * 51;
    return `<path transform="rotate(${turn})" d="M0 0C-20 -12 -24 -40 0 -54C24 -40 20 -12 0 0Z" fill="${index % 2 ? bloom[0] : mix(bloom[0], '#ffffff', 0.25)}" stroke="${line}" stroke-width="3"/>`;
  });
  return (
    `<path d="M${at(380)} 1080C${at(420)} 860 ${at(300)} 760 ${at(350)} ${round((rise + 980) / 2)}C${at(380)} ${rise + 120} ${at(350)} ${rise + 40} ${at(end.x)} ${end.y}" fill="none" stroke="${line}" stroke-width="9"/>` +
    `<path d="M${at(380)} 1080C${at(420)} 860 ${at(300)} 760 ${at(350)} ${round((rise + 980) / 2)}C${at(380)} ${rise + 120} ${at(350)} ${rise + 40} ${at(end.x)} ${end.y}" fill="none" stroke="${leaf}" stroke-width="4"/>${leaves}` +
    `<g transform="translate(${at(end.x)} ${end.y})">${petals}<circle r="13" fill="${bloom[1]}" stroke="${line}" stroke-width="3"/></g>`
  );
}

function draw(palette: Palette<'nouveau'>, random: Random): Scene {
  const {
    paper,
    line,
    halo: [, ring],
  } = palette;
  const frame = `M-48 -48H816V1072H-48ZM40 1072V400C40 160 190 34 384 34C578 34 728 160 728 400V1072Z`;

  return {
    defs: radial('page', [0, mix(paper, '#ffffff', 0.4)], [1, paper]),
    back:
      cover('fill="url(#page)"') +
      `<g stroke="${mix(paper, line, 0.16)}" stroke-width="2">${repeat(28, index => `<path d="M${index * 30 - 30} -48V1072"/>`)}</g>` +
      halo(palette) +
      `<path d="${frame}" fill="${mix(ring, line, 0.45)}" fill-rule="evenodd" stroke="${line}" stroke-width="6"/>` +
      `<path d="M62 1072V400C62 176 204 56 384 56C564 56 706 176 706 400V1072" fill="none" stroke="${paper}" stroke-width="4"/>`,
    front:
      stem(random, -1, 690, palette) +
      stem(random, 1, 730, palette) +
      `<path d="M-48 -48H816V1072H-48ZM14 14V1010H754V14Z" fill="${mix(ring, line, 0.6)}" fill-rule="evenodd"/><rect x="18" y="18" width="732" height="988" fill="none" stroke="${paper}" stroke-width="4"/>`,
    slot: { x: 384, y: 436, eyes: 108 },
    light: {
      saturation: 0.95,
      tint: mix(paper, '#000000', 0.4),
      tintShare: 0.16,
      shadow: line,
      fromX: -0.14,
      fromY: -0.08,
    },
  };
}

/** A scene in the style of Art Nouveau posters from around 1900. */
export const nouveauLayout = layoutOf('nouveau', { technique: 'poster', material: 'none' }, draw);
