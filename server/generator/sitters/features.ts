import type { Random } from '../random.ts';
import { mix } from '../scenes/colour.ts';
import { round } from '../scenes/svg.ts';
import type { SkinTones } from './face.ts';
import type { Sitter } from './sitter.ts';

/** Outline of the eye on the picture's right side. An open smile lifts the lower lid. */
export function eyeShape({ eyeTilt, smile }: Sitter): string {
  const low = smile === 'open' ? 11 : 14;
  const outer = -3 - eyeTilt;
  return `M32 7C44 -16 80 -27 104 ${outer}C92 ${low} 56 ${low + 4} 32 7Z`;
}

/** An eye. `side` is −1 for the left side of the picture and 1 for the right. */
export function eye(sitter: Sitter, tones: SkinTones, side: 1 | -1): string {
  const { iris, hair, eyeTilt, crease, build } = sitter;
  const lash = mix(hair, '#0a0506', 0.75);
  const outer = -3 - eyeTilt;
  const x = 68;

  // Mirror only the shapes, because both eyes have their highlights on the same side.
  const glint = `<circle cx="${side * x - 6}" cy="-11" r="5" fill="#fff"/><circle cx="${side * x + 7}" cy="4" r="2.4" fill="#fff" opacity=".6"/>`;
  return (
    `<g transform="scale(${side} 1)">` +
    `<path d="M24 -24C46 -44 96 -44 120 -16C94 -28 54 -26 30 4Z" fill="${tones.shade}" opacity="${round(0.5 + crease * 0.2)}" filter="url(#b6)"/>` +
    `<g clip-path="url(#eye)"><rect x="24" y="-34" width="90" height="64" fill="#f4ece6"/>` +
    `<circle cx="106" cy="0" r="14" fill="${tones.blush}" opacity=".35" filter="url(#b6)"/>` +
    `<circle cx="${x}" cy="-4" r="19" fill="${mix(iris, '#0a0406', 0.6)}"/><circle cx="${x}" cy="-4" r="16.4" fill="${iris}"/>` +
    `<path d="M${x - 11} 3A13 13 0 0 0 ${x + 11} 3" stroke="${mix(iris, '#ffe7ba', 0.55)}" stroke-width="6" fill="none" opacity=".85" filter="url(#b3)"/>` +
    `<circle cx="${x}" cy="-4" r="8.4" fill="#0b0707"/>` +
    `<path d="M24 -40H114V-14C84 -24 50 -18 30 4Z" fill="#32141a" opacity=".42" filter="url(#b3)"/></g>` +
    `<path d="M31 8C44 -16 80 -27 104 ${outer}L${build < 0.5 ? 117 : 109} ${outer - (build < 0.5 ? 9 : 3)}C84 -36 46 -26 31 8Z" fill="${lash}"/>` +
    `<path d="M37 -16C58 -37 90 -37 112 ${outer - 15}" stroke="${tones.deep}" stroke-width="3.6" fill="none" opacity="${round(crease * 0.7)}"/>` +
    `<path d="M36 11C54 23 86 18 102 ${outer + 3}" stroke="${tones.deep}" stroke-width="2.6" fill="none" opacity=".55"/>` +
    `<path d="M40 27C58 38 86 34 104 18" stroke="${tones.shade}" stroke-width="6" fill="none" opacity=".4" filter="url(#b6)"/>` +
    `</g>${glint}`
  );
}

/** Eyebrows, drawn as single hairs over a soft base. */
export function brows({ hair, brow, build, age }: Sitter, random: Random): string {
  const colour = mix(mix(hair, '#1a0c0a', 0.35), '#9a948e', age * 0.3);
  const arch = build < 0.5 ? 22 : 15;
  let drawn = '';

  for (const side of [-1, 1]) {
    drawn += `<path transform="scale(${side} 1)" d="M26 -50C58 ${-52 - arch} 92 ${-50 - arch} 122 -46C96 ${-42 - arch} 58 ${-40 - arch + brow * 0.4} 27 ${-50 + brow}Z" fill="${colour}" opacity=".68" filter="url(#b3)"/>`;
    for (let number = 0; number < 44; number++) {
      const part = random.next();
      const x = round(27 + part * 90);
      const y = round(
        -49 -
          Math.sin(part * Math.PI * 0.84 + 0.15) * (arch - 5) +
          random.between(-0.3, 0.7) * brow * (1 - part * 0.6),
      );
      drawn += `<path transform="scale(${side} 1)" d="M${x} ${y}q${round(7 + part * 6)} ${round(-7 + part * 8)} 15 ${round(-5 + part * 10)}" stroke="${colour}" stroke-width="2.2" fill="none" opacity=".72"/>`;
    }
  }
  return drawn;
}

/** Height by which the left and right corners of the mouth are raised, in length units. */
const CORNERS: Record<Sitter['smile'], [number, number]> = {
  open: [10, 10],
  closed: [10, 10],
  calm: [1, 1],
  wry: [2, 13],
};

export function mouth(sitter: Sitter, { shade, deep, shine }: SkinTones): string {
  const { chin, fullness, smile, skin, build } = sitter;
  const lips = mix(sitter.lips, skin, build > 0.5 ? 0.42 : 0.16);
  const y = chin - 88;
  const w = smile === 'open' ? 63 : 58;
  const dark = mix(lips, '#2a0610', 0.45);
  const upper = mix(lips, '#6a1a1c', 0.14);
  const up = 15 * fullness;
  const low = 26 * fullness;
  const gap = smile === 'open' ? 25 : 0;
  const [left, right] = CORNERS[smile].map(lift => y - lift) as [number, number];
  const bow = `M${-w} ${left}C${-w * 0.6} ${y - up * 0.8} -22 ${y - up - 4} -12 ${y - up}C-6 ${y - up + 4} 6 ${y - up + 4} 12 ${y - up}C22 ${y - up - 4} ${w * 0.6} ${y - up * 0.8} ${w} ${right}`;
  const parting = smile === 'open' ? 3 : 6;
  const inner = `C${w * 0.55} ${y + parting} 20 ${y + parting} 0 ${y + parting - 2}C-20 ${y + parting} ${-w * 0.55} ${y + parting} ${-w} ${left}`;
  const rim = `M${-w} ${left}C${-w * 0.55} ${y + parting} -20 ${y + parting} 0 ${y + parting - 2}C20 ${y + parting} ${w * 0.55} ${y + parting} ${w} ${right}`;
  const bottom = y + gap + low;
  const lower = `M${-w + 3} ${left + 1}C${-w * 0.62} ${y + gap * 0.9} -26 ${y + gap + 3} 0 ${y + gap + 3}C26 ${y + gap + 3} ${w * 0.62} ${y + gap * 0.9} ${w - 3} ${right + 1}C${w * 0.7} ${bottom - 3} 26 ${bottom} 0 ${bottom}C-26 ${bottom} ${-w * 0.7} ${bottom - 3} ${-w + 3} ${left + 1}Z`;

  return (
    `<path d="M-10 ${y - 36}C-8 ${y - 26} 8 ${y - 26} 10 ${y - 36}" stroke="${shade}" stroke-width="9" fill="none" opacity=".4" filter="url(#b3)"/>` +
    `<path d="M-38 ${bottom + 6}C-18 ${bottom + 18} 18 ${bottom + 18} 40 ${bottom + 6}C22 ${bottom + 30} -20 ${bottom + 30} -38 ${bottom + 6}Z" fill="${shade}" opacity=".6" filter="url(#b6)"/>` +
    (gap ? teeth(w, y, gap) : '') +
    `<path d="${bow}${inner}Z" fill="${upper}"/><path d="${lower}" fill="${lips}"/>` +
    `<path d="${rim}" stroke="${dark}" stroke-width="${gap ? 2.6 : 4.2}" fill="none" opacity=".85"/>` +
    `<path d="M${-w - 7} ${left - 7}q4 6 10 7M${w + 7} ${right - 7}q-4 6 -10 7" stroke="${deep}" stroke-width="5" fill="none" opacity=".5" filter="url(#b3)"/>` +
    `<path d="M-26 ${bottom - 9}C-12 ${bottom - 4} 4 ${bottom - 4} 14 ${bottom - 7}" stroke="${shine}" stroke-width="7" fill="none" opacity=".5" filter="url(#b3)"/>`
  );
}

function teeth(w: number, y: number, gap: number): string {
  const edges = [-34, -20, -7, 7, 20, 34]
    .map(x => `M${x} ${y - 2}q${x * 0.03} ${gap * 0.4} 0 ${gap * 0.75}`)
    .join('');
  return (
    `<path d="M${-w + 2} ${y - 9}C${-w * 0.5} ${y - 4} ${w * 0.5} ${y - 4} ${w - 2} ${y - 9}C${w * 0.62} ${y + gap} 26 ${y + gap + 6} 0 ${y + gap + 6}C-26 ${y + gap + 6} ${-w * 0.62} ${y + gap} ${-w + 2} ${y - 9}Z" fill="#4a1a1c"/>` +
    `<path d="M${-w + 9} ${y - 7}C${-w * 0.5} ${y - 4} ${w * 0.5} ${y - 4} ${w - 9} ${y - 7}C${w * 0.6} ${y + gap * 0.72} 24 ${y + gap - 1} 0 ${y + gap - 1}C-24 ${y + gap - 1} ${-w * 0.6} ${y + gap * 0.72} ${-w + 9} ${y - 7}Z" fill="#f5eee6"/>` +
    `<path d="${edges}" stroke="#c9b4a6" stroke-width="1.6" fill="none" opacity=".55"/>`
  );
}

/** A beard in the hair colour, drawn as single hairs over a soft base. */
export function beardOf({ hair, jaw, chin, beard, age }: Sitter, random: Random): string {
  if (!beard) return '';
  const colour = mix(hair, '#b9b2aa', age * 0.4);
  const y = chin - 88;
  const ground = { stubble: 0.24, short: 0.55, full: 0.85, moustache: 0.7 }[beard];
  const lip = `M-72 ${y - 2}C-58 ${y - 34} -22 ${y - 40} 0 ${y - 32}C22 ${y - 40} 58 ${y - 34} 72 ${y - 2}C44 ${y - 22} -44 ${y - 22} -72 ${y - 2}Z`;
  const low = beard === 'full' ? chin + 46 : chin + 6;
  const cheeks = `M${-jaw - 42} -6C${-jaw - 22} 70 -84 ${y - 26} -72 ${y - 4}C-60 ${y + 52} 60 ${y + 52} 72 ${y - 4}C84 ${y - 26} ${jaw + 22} 70 ${jaw + 42} -6C${jaw + 40} ${y + 10} ${jaw * 0.8} ${low} 0 ${low}C${-jaw * 0.8} ${low} ${-jaw - 40} ${y + 10} ${-jaw - 42} -6Z`;
  const shape = beard === 'moustache' ? lip : cheeks + lip;
  let drawn = `<path d="${shape}" fill="${colour}" opacity="${ground}" filter="url(#${beard === 'full' ? 'b6' : 'b12'})"/>`;
  if (beard === 'stubble') return drawn;

  const hairs = beard === 'moustache' ? 0 : beard === 'full' ? 620 : 420;
  for (let number = 0; number < hairs; number++) {
    const angle = random.between(0.02, Math.PI - 0.02);
    const radius = random.between(0.7, 1);
    const x = Math.cos(angle) * (jaw + 30) * radius;
    const at = 40 + Math.sin(angle) * (low - 46) * radius;
    if (Math.hypot(x / 80, (at - y - 8) / 46) < 1) continue;
    drawn += `<path d="M${round(x)} ${round(at)}q${round(random.between(-5, 5))} 7 ${round(x * 0.04 + random.between(-4, 4))} ${beard === 'full' ? 20 : 13}" stroke="${mix(colour, random.chance(0.5) ? '#0a0506' : '#e8d2b4', random.between(0, 0.3))}" stroke-width="2" fill="none" opacity=".7"/>`;
  }
  for (let number = 0; number < 120; number++) {
    const x = random.between(-66, 66);
    const at = y - 30 + Math.abs(x) * 0.28 + random.between(-6, 8);
    drawn += `<path d="M${round(x)} ${round(at)}q${round(x * 0.08)} 6 ${round(x * 0.16)} 11" stroke="${mix(colour, '#e8d2b4', random.between(0, 0.25))}" stroke-width="2" fill="none" opacity=".7"/>`;
  }
  return drawn;
}

export function glassesOf({ glasses, hair }: Sitter): string {
  if (!glasses) return '';
  const frame = glasses === 'round' ? '#6a4526' : mix(hair, '#101014', 0.6);
  const lens = (side: number) =>
    glasses === 'round'
      ? `<circle cx="${side * 70}" cy="2" r="52"/>`
      : `<rect x="${side * 70 - 56}" y="-38" width="112" height="78" rx="22"/>`;
  return (
    `<g fill="#ffffff" fill-opacity=".07" stroke="${frame}" stroke-width="7">${lens(-1)}${lens(1)}</g>` +
    `<path d="M-20 -8C-8 -18 8 -18 20 -8M-122 -10L-152 -18M122 -10L152 -18" stroke="${frame}" stroke-width="7" fill="none"/>` +
    `<path d="M-100 -18L-78 24M50 -22L38 6" stroke="#ffffff" stroke-width="7" opacity=".22"/>`
  );
}
