import { armLines, body, bodyRelief, SLEEVE_SEAM } from '../body.ts';
import type { Costume } from '../costume.ts';
import { button, clip, clipped, darker, lighter } from '../ornament.ts';
import { both, disc, line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

const PLEATS = 34;

/** A position on the ruff: `out` is 0 at the neck and 1 at the rim; `angle` goes around the neck. */
function at(angle: number, out: number): string {
  const half = 56 + 92 * out;
  const high = 22 + 44 * out;
  return `${(Math.sin(angle) * half).toFixed(1)} ${(-46 + Math.cos(angle) * high + out * 6).toFixed(1)}`;
}

function loops(draw: (d: string, part: number) => string): string {
  let svg = '';
  for (let pleat = 0; pleat < PLEATS; pleat++) {
    const angle = (pleat / PLEATS - 0.5) * 3.9;
    const step = 3.9 / PLEATS / 2;
    svg += draw(
      `M${at(angle - step * 0.5, 0)}L${at(angle - step, 0.9)}Q${at(angle, 1.16)} ${at(angle + step, 0.9)}L${at(angle + step * 0.5, 0)}Z`,
      pleat,
    );
  }
  return svg;
}

/** A doublet with a ruff. */
export const ruff: Costume = {
  surface: 'silk',
  draw({ cloth, under, accent }, random) {
    const dark = darker(cloth, 0.55);
    let quilt = '';
    for (let by = -400; by < 1100; by += 54)
      quilt += line(`M-190 ${by}L190 ${by + 260}M190 ${by}L-190 ${by + 260}`, lighter(cloth, 0.16), 2.2);
    const rows = Array.from({ length: 12 }, (_, row) => 64 + row * 60);
    return {
      defs: clip(
        'chest',
        both(
          shape(
            'M-2 0L150 6C176 60 170 120 172 172C168 240 178 330 182 430C186 540 184 700 182 980L-2 980Z',
            '#000',
          ),
        ),
      ),
      back:
        shape(disc(0, -66, 142, 54), darker(under, 0.3)) + shape(disc(0, -60, 90, 34), darker(under, 0.5)),
      front:
        body(cloth, 4, 70, -30) +
        clipped('chest', quilt) +
        armLines(dark, 0.7) +
        both(
          line(SLEEVE_SEAM, accent, 5) +
            [206, 222, 238]
              .map(x =>
                line(
                  `M${x} ${96 + (x - 206)}C${x + 6} 240 ${x + 2} 360 ${x + 4} 520`,
                  lighter(cloth, 0.2),
                  3,
                ),
              )
              .join(''),
        ) +
        line('M0 30L2 980', dark, 5) +
        both(line('M16 30L18 980', accent, 3.4)) +
        rows.map(y => button(0, y, 7.5, accent)).join('') +
        loops(d => shape(d, under) + line(d, darker(under, 0.4), 1.2, 'opacity=".8"')) +
        line(`M${at(-1.7, 0.1)}C-60 10 60 10 ${at(1.7, 0.1)}`, darker(under, 0.5), 6, 'opacity=".25"'),
      relief:
        bodyRelief(random, 0.8) +
        clipped('chest', soft(2, quilt.replaceAll(lighter(cloth, 0.16), '#303030'))) +
        soft(2, rows.map(y => shape(disc(0, y, 8), '#fff')).join('')) +
        soft(
          5,
          loops(d => shape(d, '#f0f0f0')),
        ) +
        soft(
          2,
          loops((d, pleat) => (pleat % 2 === 0 ? line(d, '#606060', 2.4) : shape(d, '#fff', 'opacity=".5"'))),
        ),
    };
  },
};
