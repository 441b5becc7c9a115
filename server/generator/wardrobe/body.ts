import type { Random } from '../random.ts';
import { both, line, shape } from './pen.ts';
import { soft } from './soft.ts';

/**
 * The outline of shoulders and arms, down to below the hips. `wide` widens each side. `n` is half the neck opening's
 * width, `t` the y coordinate of its upper edge, and `v` that of its lowest point in front.
 */
export function body(fill: string, wide = 0, n = 64, t = -46, v = t + 40): string {
  const [s, arm] = [222 + wide, 252 + wide];
  return both(
    shape(
      `M-2 ${v}L${n} ${t}C${n + 12} ${t + 30} 100 -8 132 6C168 22 ${s - 22} 34 ${s} 74` +
        `C${s + 18} 110 ${arm - 8} 190 ${arm - 2} 280C${arm + 4} 380 ${arm + 6} 500 ${arm} 640C${arm - 2} 760 ${arm - 4} 860 ${arm - 4} 980L-2 980Z`,
      fill,
    ),
  );
}

/** Inner side of an arm, from the armpit down. */
const INNER = 'M178 172C174 240 184 330 188 430C192 540 190 700 188 980';

export const SLEEVE_SEAM = 'M188 26C180 72 174 122 178 172';

/** Dark lines between arms and body. */
export function armLines(colour: string, opacity = 0.5): string {
  return both(line(INNER, colour, 5, `opacity="${opacity}"`));
}

const FLAT = '<rect x="-900" y="-900" width="1800" height="2900" fill="#808080"/>';

/**
 * Relief of the arms in front of the chest, and of folds where cloth bends. `folds`: fold strength from 0 (metal
 * plate) to 2 (silk).
 */
export function bodyRelief(random: Random, folds = 1): string {
  const arm =
    'M188 26C180 72 174 122 178 172C174 240 184 330 188 430C192 540 190 700 188 980L300 980C300 700 300 420 280 270C270 150 262 70 226 40Z';
  const chest = 'M30 120C70 80 150 84 164 150C168 220 130 270 80 262C40 256 24 190 30 120Z';
  return (
    FLAT +
    soft(14, both(shape(arm, '#fff', 'opacity=".62"') + shape(chest, '#fff', 'opacity=".12"'))) +
    soft(8, both(line(INNER, '#000', 24, 'opacity=".75"'))) +
    soft(5, both(line(SLEEVE_SEAM, '#000', 8, `opacity="${0.35 * Math.min(1, folds)}"`))) +
    (folds > 0 ? foldsOf(random, folds) : '')
  );
}

/** Folds at armpits, elbows, shoulders and waist. Each is a light ridge next to a dark valley. */
function foldsOf(random: Random, strength: number): string {
  let [ridges, valleys] = ['', ''];
  const add = (x: number, y: number, dx: number, dy: number, width: number) => {
    const bend = random.between(-0.22, 0.22);
    ridges += lens(x, y, dx, dy, width, bend);
    valleys += lens(x + width * 0.75, y + width * 0.35, dx, dy, width * 0.85, bend);
  };
  for (const side of [-1, 1]) {
    const jitter = (size: number) => random.between(-size, size);
    for (let at = 0; at < 4; at++) {
      const angle = 0.35 + at * 0.33 + jitter(0.12);
      const length = random.between(70, 150);
      add(
        side * (176 + jitter(8)),
        158 + at * 14,
        -side * Math.cos(angle) * length,
        Math.sin(angle) * length,
        random.between(9, 17),
      );
    }
    for (let at = 0; at < 5; at++) {
      const y = 250 + at * 42 + jitter(16);
      add(
        side * random.between(262, 274),
        y,
        -side * random.between(38, 64),
        random.between(-6, 46),
        random.between(9, 16),
      );
    }
    for (let at = 0; at < 3; at++) {
      add(
        side * random.between(54, 150),
        random.between(150, 260),
        side * random.between(-46, 20),
        random.between(190, 330),
        random.between(14, 28),
      );
    }
    for (let at = 0; at < 2; at++) {
      add(
        side * random.between(150, 180),
        random.between(430, 520),
        -side * random.between(80, 130),
        random.between(10, 60),
        random.between(12, 20),
      );
    }
    add(side * 206, 60, side * random.between(6, 22), random.between(110, 170), random.between(14, 22));
  }
  const opacity = Math.min(0.9, 0.5 * strength).toFixed(2);
  return (
    soft(8, `<g fill="#000" opacity="${opacity}">${valleys}</g>`) +
    soft(8, `<g fill="#fff" opacity="${opacity}">${ridges}</g>`)
  );
}

/** A curved line that is wide in the middle and pointed at both ends. */
function lens(x: number, y: number, dx: number, dy: number, width: number, bend: number): string {
  const length = Math.hypot(dx, dy);
  const [acrossX, acrossY] = [-dy / length, dx / length];
  const middle = (off: number) =>
    `${(x + dx / 2 + acrossX * off).toFixed(0)} ${(y + dy / 2 + acrossY * off).toFixed(0)}`;
  const [from, to] = [`${x.toFixed(0)} ${y.toFixed(0)}`, `${(x + dx).toFixed(0)} ${(y + dy).toFixed(0)}`];
  return `<path d="M${from}Q${middle(bend * length + width)} ${to}Q${middle(bend * length - width)} ${from}Z"/>`;
}
