import type { Random } from '../random.ts';
import { mix } from '../scenes/colour.ts';
import { round } from '../scenes/svg.ts';
import { CAP, type DrawHair, type Hair, looks, shine } from './hair-parts.ts';
import { locksBetween, sided } from './locks.ts';
import type { Sitter } from './sitter.ts';

/** Hair combed to one side. `part` is the x coordinate of the parting. */
export function combedOver(random: Random, { hair }: Sitter, height: number, part: number): Hair {
  const side = Math.sign(part) || 1;
  const top = locksBetween(
    random,
    [part, -206, part - side * 50, -232 - height * 0.4, -side * 60, -230 - height * 0.3, -side * 142, -150],
    [part + side * 26, -262, part - side * 30, -330 - height, -side * 130, -320 - height, -side * 162, -150],
    { ...looks(hair, 260), loose: 7 },
  );
  const near = locksBetween(
    random,
    sided(side as 1 | -1, [Math.abs(part), -210, 130, -190, 148, -140, 152, -40]),
    sided(side as 1 | -1, [Math.abs(part) + 10, -270, 150, -270, 184, -180, 168, -30]),
    { ...looks(hair, 120, [1.4, 3.4]), loose: 3 },
  );
  const far = locksBetween(
    random,
    sided(-side as 1 | -1, [120, -190, 140, -160, 148, -120, 152, -40]),
    sided(-side as 1 | -1, [150, -230, 178, -190, 184, -120, 168, -30]),
    { ...looks(hair, 90, [1.4, 3.4]), loose: 3 },
  );
  return {
    behind: `<path d="${CAP}" fill="${mix(hair, '#080305', 0.4)}"/>`,
    before: far + near + top + shine(hair, -side * 30),
  };
}

/** Very short hair that shows the scalp at the temples. */
export const crop: DrawHair = ({ hair }, random) => {
  let stubble = `<path d="M-158 -10C-176 -150 -150 -300 0 -304C150 -300 176 -150 158 -10C152 -70 146 -120 118 -168C80 -200 -80 -200 -118 -168C-146 -120 -152 -70 -158 -10Z" fill="${hair}" opacity=".86" filter="url(#b6)"/>`;
  for (let number = 0; number < 620; number++) {
    const angle = random.between(Math.PI * 1.02, Math.PI * 1.98);
    const radius = random.between(0.76, 1.02);
    const x = Math.cos(angle) * 166 * radius;
    const y = -86 + Math.sin(angle) * 218 * radius;
    if (y > -176 + Math.abs(x) * 0.1 && Math.abs(x) < 128) continue;
    const tone = mix(hair, random.chance(0.6) ? '#050203' : '#ffe6c4', random.between(0, 0.34));
    stubble += `<path d="M${round(x)} ${round(y)}q${round(random.between(-4, 6))} -6 ${round(random.between(-2, 9))} -10" stroke="${tone}" stroke-width="2.6" fill="none" opacity=".8"/>`;
  }
  return {
    behind: `<path d="M-160 -20C-184 -160 -150 -306 0 -308C150 -306 184 -160 160 -20Z" fill="${hair}"/>`,
    before: stubble,
  };
};
