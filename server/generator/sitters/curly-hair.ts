import type { Random } from '../random.ts';
import { mix } from '../scenes/colour.ts';
import { round } from '../scenes/svg.ts';
import type { DrawHair } from './hair-parts.ts';

/** Small curls in an ellipse around the head, except on the face. */
function curlsIn(
  random: Random,
  hair: string,
  size: { rx: number; ry: number; y: number },
  count: number,
): string {
  let drawn = '';
  for (let number = 0; number < count; number++) {
    const angle = random.between(0, 2 * Math.PI);
    const radius = Math.sqrt(random.next()) * 1.03;
    const x = Math.cos(angle) * size.rx * radius;
    const y = size.y + Math.sin(angle) * size.ry * radius;
    if (Math.hypot(x / 142, (y + 10) / 196) < 1) continue;
    const turn = random.between(7, 17);
    const lit = x < -20 && y < size.y ? 0.36 : 0.2;
    const tone = random.chance(0.55)
      ? mix(hair, '#050203', random.between(0, 0.5))
      : mix(hair, '#ffdfb4', random.between(0, lit));
    drawn += `<path d="M${round(x - turn)} ${round(y)}a${round(turn)} ${round(turn)} 0 1 ${number % 2} ${round(turn * 1.5)} ${round(turn * 0.8)}" stroke="${tone}" stroke-width="${round(random.between(2.4, 5))}" fill="none" opacity=".85"/>`;
  }
  return drawn;
}

export const afro: DrawHair = ({ hair }, random) => ({
  behind:
    `<path d="M0 -392C190 -392 268 -250 262 -110C256 20 214 110 150 130H-150C-214 110 -256 20 -262 -110C-268 -250 -190 -392 0 -392Z" fill="${mix(hair, '#050203', 0.45)}"/>` +
    curlsIn(random, hair, { rx: 264, ry: 268, y: -126 }, 760),
  before: hairline(random, hair, 190),
});

export const curls: DrawHair = ({ hair }, random) => ({
  behind:
    `<path d="M0 -352C160 -352 232 -240 226 -90C236 60 246 220 150 296C110 320 -110 320 -150 296C-246 220 -236 60 -226 -90C-232 -240 -160 -352 0 -352Z" fill="${mix(hair, '#050203', 0.45)}"/>` +
    curlsIn(random, hair, { rx: 236, ry: 330, y: -30 }, 900),
  before: hairline(random, hair, 200),
});

/** Small curls along the edge of the forehead. */
function hairline(random: Random, hair: string, count: number): string {
  let drawn = `<path d="M-160 -40C-176 -180 -130 -300 0 -304C130 -300 176 -180 160 -40C150 -110 120 -186 60 -204C20 -214 -40 -214 -70 -200C-124 -180 -150 -110 -160 -40Z" fill="${mix(hair, '#050203', 0.4)}"/>`;
  for (let number = 0; number < count; number++) {
    const angle = random.between(Math.PI * 1.04, Math.PI * 1.96);
    const radius = random.between(0.97, 1.4);
    const x = Math.cos(angle) * 146 * radius;
    const y = -30 + Math.sin(angle) * 176 * radius;
    const turn = random.between(6, 13);
    const tone = mix(hair, random.chance(0.5) ? '#050203' : '#ffdfb4', random.between(0, 0.3));
    drawn += `<path d="M${round(x - turn)} ${round(y)}a${round(turn)} ${round(turn)} 0 1 ${number % 2} ${round(turn * 1.5)} ${round(turn)}" stroke="${tone}" stroke-width="3.4" fill="none" opacity=".85"/>`;
  }
  return drawn;
}
