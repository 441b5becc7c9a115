import { createRandom, type Random } from '../random.ts';
import { mix } from '../scenes/colour.ts';
import { blur, linearAlong } from '../scenes/svg.ts';
import { faceForm, facePath, nose, type SkinTones, skinTones } from './face.ts';
import { beardOf, brows, eye, eyeShape, glassesOf, mouth } from './features.ts';
import { hairOf, showsEars } from './hair.ts';
import type { Sitter } from './sitter.ts';

/** Size of the drawing in its own units, and the midpoint between the eyes. */
export const SITTER_SIZE = { width: 1080, height: 1480 } as const;
export const SITTER_EYES = { x: 540, y: 520 } as const;

/** An SVG of head and neck, or of the head only, with a transparent background. `scale`: pixels per unit. */
export function drawSitter(sitter: Sitter, seed: number, scale = 1, hasNeck = true): string {
  const { width, height } = SITTER_SIZE;
  const random = createRandom(seed);
  const tones = skinTones(sitter);
  const hair = hairOf(sitter, random);
  // When the head turns, protruding parts move farther: the nose most, the outline least.
  const shift = (depth: number) => `transform="translate(${(sitter.turn * depth).toFixed(1)} 0)"`;

  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">` +
    `<defs>${definitions(sitter)}</defs><g transform="translate(${SITTER_EYES.x} ${SITTER_EYES.y})" stroke-linecap="round" stroke-linejoin="round">` +
    `<g transform="rotate(${sitter.turn * 2.4} 0 300)">${hair.behind}</g>` +
    `<g transform="translate(0 -20)">${hasNeck ? neck(sitter, tones) : ''}</g>` +
    `<g transform="rotate(${sitter.turn * 2.4} 0 300)">` +
    (showsEars(sitter) ? ears(sitter, tones) : '') +
    `<path d="${facePath(sitter)}" fill="url(#skin)"/>` +
    `<g clip-path="url(#in-face)">${faceForm(sitter, tones)}</g>` +
    `<g ${shift(9)}>${nose(sitter, tones)}</g>` +
    `<g ${shift(5)}>${clippedBeard(sitter, random)}${mouth(sitter, tones)}` +
    eye(sitter, tones, -1) +
    eye(sitter, tones, 1) +
    brows(sitter, random) +
    `</g>${hair.before}${sitter.earrings ? earrings() : ''}<g ${shift(5)}>${glassesOf(sitter)}</g></g></g></svg>`
  );
}

function definitions(sitter: Sitter): string {
  const { skin } = sitter;
  const across = 'x1="0" y1="0.1" x2="1" y2="0.35"';
  return (
    [3, 6, 12, 22, 40].map(deviation => blur(`b${deviation}`, deviation)).join('') +
    linearAlong(
      'skin',
      across,
      [0, mix(skin, '#fff0da', 0.26)],
      [0.5, skin],
      [1, mix(skin, '#6a2018', 0.3)],
    ) +
    `<clipPath id="in-face"><path d="${facePath(sitter)}"/></clipPath>` +
    `<clipPath id="in-neck"><path d="${neckPath(sitter)}"/></clipPath><clipPath id="eye"><path d="${eyeShape(sitter)}"/></clipPath>`
  );
}

function neckPath({ build }: Sitter): string {
  const w = 78 + build * 28;
  return `M${-w - 12} 110C${-w} 210 ${-w - 2} 270 ${-w - 34} 336L-40 460H40L${w + 34} 336C${w + 2} 270 ${w} 210 ${w + 12} 110Z`;
}

function neck(sitter: Sitter, { shade, deep }: SkinTones): string {
  const { chin } = sitter;
  // Draw a dark line under the jaw. Without it, techniques with few tones would merge a dark face with the neck.
  const crease = mix(deep, '#12040a', 0.7);
  return (
    `<path d="${neckPath(sitter)}" fill="url(#skin)"/><g clip-path="url(#in-neck)">` +
    `<path d="M-150 ${chin - 70}C-90 ${chin + 44} 70 ${chin + 62} 150 ${chin - 50}V${chin - 130}H-150Z" fill="${deep}" opacity=".62" filter="url(#b12)"/>` +
    `<path d="${facePath(sitter)}" transform="translate(0 27)" fill="${crease}" opacity=".8" filter="url(#b6)"/>` +
    `<path d="M30 ${chin}C80 ${chin + 40} 110 330 150 380V150Z" fill="${shade}" opacity=".7" filter="url(#b22)"/>` +
    `<path d="M-70 ${chin + 10}C-58 310 -34 340 -16 372M74 ${chin}C58 310 34 340 16 372" stroke="${shade}" stroke-width="9" opacity=".45" fill="none" filter="url(#b6)"/></g>`
  );
}

function ears({ skin }: Sitter, { shade, deep }: SkinTones): string {
  const ear = (side: number) =>
    `<path d="M${side * 146} -34C${side * 182} -54 ${side * 188} 4 ${side * 172} 42C${side * 164} 76 ${side * 146} 74 ${side * 140} 56Z" fill="${side < 0 ? mix(skin, '#fff0da', 0.1) : shade}"/>` +
    `<path d="M${side * 156} -18C${side * 174} -22 ${side * 172} 14 ${side * 158} 38" fill="none" stroke="${deep}" stroke-width="8" opacity=".5" filter="url(#b3)"/>`;
  return ear(-1) + ear(1);
}

/** The beard, clipped to the face unless it is a full beard. */
function clippedBeard(sitter: Sitter, random: Random): string {
  const beard = beardOf(sitter, random);
  return sitter.beard === 'full' ? beard : `<g clip-path="url(#in-face)">${beard}</g>`;
}

function earrings(): string {
  const drop = (x: number) =>
    `<circle cx="${x}" cy="84" r="9" fill="#e6c069"/><circle cx="${x - 3}" cy="81" r="3" fill="#fff4d0"/>`;
  return drop(-160) + drop(160);
}
