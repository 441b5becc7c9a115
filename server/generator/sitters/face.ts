import { createRandom } from '../random.ts';
import { mix } from '../scenes/colour.ts';
import { repeat, round } from '../scenes/svg.ts';
import type { Sitter } from './sitter.ts';

/** Skin tones, from the window light to the shadow below the chin. */
export interface SkinTones {
  shine: string;
  skin: string;
  shade: string;
  deep: string;
  blush: string;
}

/** Shadows on skin are warmer than the skin itself, never grey. */
export function skinTones({ skin }: Sitter): SkinTones {
  return {
    shine: mix(skin, '#fff3e2', 0.55),
    skin,
    shade: mix(skin, '#7c2a1e', 0.36),
    deep: mix(skin, '#3a0d12', 0.58),
    blush: mix(skin, '#e04a3c', 0.4),
  };
}

export function facePath({ jaw, chin }: Sitter): string {
  const low = chin - 62;
  return (
    `M0 -278C98 -278 150 -210 153 -108C155 -30 ${jaw + 36} 40 ${jaw + 6} ${low - 54}C${jaw - 8} ${low + 10} ${jaw * 0.52} ${chin} 0 ${chin}` +
    `C${-jaw * 0.52} ${chin} ${8 - jaw} ${low + 10} ${-jaw - 6} ${low - 54}C${-jaw - 36} 40 -155 -30 -153 -108C-150 -210 -98 -278 0 -278Z`
  );
}

/** Soft shading of the face, lit from the upper left. The caller must clip it to the face's outline. */
export function faceForm(sitter: Sitter, tones: SkinTones): string {
  const { shine, shade, deep, blush } = tones;
  const { jaw, chin, age } = sitter;
  const cheek = (x: number, opacity: number) =>
    `<ellipse cx="${x}" cy="84" rx="46" ry="34" fill="${blush}" opacity="${opacity}" filter="url(#b22)"/>`;
  const lift = (x: number, opacity: number) =>
    `<ellipse cx="${x}" cy="56" rx="38" ry="20" transform="rotate(${x < 0 ? -18 : 18} ${x} 56)" fill="${shine}" opacity="${opacity}" filter="url(#b12)"/>`;

  return (
    `<path d="M176 -290C104 -120 128 30 104 120C86 200 44 ${chin} 6 ${chin + 14}L220 ${chin + 30}Z" fill="${shade}" opacity=".62" filter="url(#b40)"/>` +
    `<path d="M-172 -60C-146 60 -128 150 -52 ${chin + 4}L-190 ${chin + 10}Z" fill="${shade}" opacity=".4" filter="url(#b22)"/>` +
    `<path d="M${-jaw} ${chin - 26}C-50 ${chin + 16} 50 ${chin + 16} ${jaw} ${chin - 26}V${chin + 40}H${-jaw}Z" fill="${shade}" opacity=".5" filter="url(#b12)"/>` +
    `<path d="M-160 -290H160V-196C90 -232 -90 -232 -160 -196Z" fill="${deep}" opacity=".42" filter="url(#b22)"/>` +
    cheek(-88, 0.5) +
    cheek(90, 0.42) +
    `<ellipse cx="-42" cy="-132" rx="74" ry="42" fill="${shine}" opacity=".5" filter="url(#b22)"/>` +
    lift(-90, 0.62) +
    lift(92, 0.34) +
    `<ellipse cx="-6" cy="${chin - 34}" rx="30" ry="16" fill="${shine}" opacity=".4" filter="url(#b12)"/>` +
    smileLines(sitter, tones) +
    (age > 0 ? linesOfAge(age, tones) : '') +
    (sitter.freckles ? freckles(tones) : '')
  );
}

function smileLines({ chin, age, smile }: Sitter, { shade, deep }: SkinTones): string {
  const corner = chin - 92;
  const strength = { open: 0.5, closed: 0.34, calm: 0.12, wry: 0.3 }[smile] + age * 0.2;
  const line = (side: number) =>
    `<path d="M${side * 45} 98C${side * 66} 112 ${side * 80} ${corner - 30} ${side * 82} ${corner - 4}" fill="none" stroke="${side > 0 ? deep : shade}" stroke-width="8" opacity="${round(strength)}" filter="url(#b6)"/>`;
  return line(-1) + line(1);
}

function linesOfAge(age: number, { deep }: SkinTones): string {
  const opacity = (0.36 * age).toFixed(2);
  const eye = (side: number) =>
    `<path d="M${side * 112} -4q${side * 14} -8 ${side * 24} -9M${side * 112} 6q${side * 14} 2 ${side * 23} 7M${side * 40} 26q${side * 28} 18 ${side * 56} 6"/>`;
  return (
    `<g fill="none" stroke="${deep}" stroke-width="3.4" opacity="${opacity}" filter="url(#b3)">${eye(-1)}${eye(1)}` +
    `<path d="M-70 -122C-30 -130 30 -130 70 -122M-58 -148C-24 -155 24 -155 58 -148"/></g>`
  );
}

function freckles({ deep }: SkinTones): string {
  const random = createRandom(5);
  const dots = repeat(46, () => {
    const x = random.between(-112, 112);
    const y = 44 + random.between(-26, 40) - Math.abs(x) * 0.06;
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(random.between(1.4, 3))}"/>`;
  });
  return `<g fill="${deep}" opacity=".28">${dots}</g>`;
}

/** The nose, lit from the left. */
export function nose({ nose: width }: Sitter, { shine, shade, deep }: SkinTones): string {
  return (
    `<path d="M14 -36C22 0 20 44 30 78C38 98 34 112 18 118C40 124 56 100 42 76C30 48 26 0 26 -34Z" fill="${shade}" opacity=".6" filter="url(#b6)"/>` +
    `<g transform="scale(${width} 1)">` +
    `<path d="M-36 112C-20 130 22 132 40 110C32 142 -26 142 -36 112Z" fill="${shade}" opacity=".6" filter="url(#b6)"/>` +
    `<path d="M-34 82C-45 98 -40 114 -25 112" fill="none" stroke="${deep}" stroke-width="4" opacity=".36" filter="url(#b3)"/>` +
    `<path d="M35 82C46 98 41 114 26 112" fill="none" stroke="${deep}" stroke-width="4.4" opacity=".5" filter="url(#b3)"/>` +
    `<path d="M-25 112C-20 105 -12 106 -7 112C-12 116 -20 116 -25 112ZM26 112C21 105 13 106 8 112C13 116 21 116 26 112Z" fill="${deep}" opacity=".72"/></g>` +
    `<path d="M-5 -26C-7 16 -7 54 -5 80" stroke="${shine}" stroke-width="10" fill="none" opacity=".5" filter="url(#b6)"/>` +
    `<ellipse cx="-5" cy="90" rx="11" ry="8" fill="${shine}" opacity=".75" filter="url(#b3)"/>`
  );
}
