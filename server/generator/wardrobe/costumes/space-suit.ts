import { armLines, body, bodyRelief } from '../body.ts';
import type { Costume } from '../costume.ts';
import { darker, lighter } from '../ornament.ts';
import { both, disc, line, shape } from '../pen.ts';
import { soft } from '../soft.ts';

const RING =
  'M-150 -40C-150 30 -80 66 0 66C80 66 150 30 150 -40L124 -46C120 8 70 36 0 36C-70 36 -120 8 -124 -46Z';
const PANEL = 'M-80 138Q-80 124 -66 124L66 124Q80 124 80 138L80 230Q80 244 66 244L-66 244Q-80 244 -80 230Z';
const HOSE = 'M78 156C170 176 204 300 150 430';
const YOKE = 'M112 22C160 34 206 44 232 86L204 108C172 74 144 62 112 58Z';

export const spaceSuit: Costume = {
  surface: 'shell',
  draw({ cloth, under, accent }, random) {
    const dark = darker(cloth, 0.45);
    const metal = darker(under, 0.5);
    let bolts = '';
    for (let at = 0; at < 9; at++) {
      const angle = Math.PI * (0.08 + (at / 8) * 0.84);
      bolts += shape(disc(Math.cos(angle) * 138, -38 + Math.sin(angle) * 90, 4.6), metal);
    }
    let quilts = '';
    for (let y = 176; y < 960; y += 84)
      quilts += line(`M-300 ${y - 30}C-120 ${y} 120 ${y} 300 ${y - 30}`, '#000', 9, 'opacity=".5"');
    return {
      back:
        shape(disc(0, -44, 150, 62), darker(under, 0.5)) +
        shape(disc(0, -40, 126, 48), '#191a20') +
        line('M-120 -60C-70 -92 70 -92 120 -60', lighter(under, 0.2), 5, 'opacity=".6"'),
      front:
        body(cloth, 14, 118, -10) +
        armLines(dark) +
        both(
          shape(YOKE, accent) +
            line(YOKE, dark, 2, 'opacity=".5"') +
            line('M150 470C190 484 230 482 262 470', accent, 20),
        ) +
        shape(
          'M-126 -40C-122 20 -60 36 0 36C60 36 122 20 126 -40C100 14 56 16 0 16C-56 16 -100 14 -126 -40Z',
          '#23252c',
        ) +
        shape(RING, under) +
        line('M-147 -26C-138 34 -76 58 0 58C76 58 138 34 147 -26', lighter(under, 0.55), 4) +
        line('M-126 -40C-120 12 -70 38 0 38C70 38 120 12 126 -40', metal, 3) +
        bolts +
        both(
          line(HOSE, metal, 25) +
            line(HOSE, darker(under, 0.2), 20) +
            line(HOSE, metal, 20, 'stroke-dasharray="2.5 8" opacity=".7"'),
        ) +
        shape(PANEL, under) +
        line(PANEL, metal, 3) +
        shape('M-64 142L-8 142L-8 178L-64 178Z', '#1d2730') +
        line('M-58 168L-48 156L-38 164L-26 150L-14 160', '#6fd0c0', 2) +
        shape(disc(26, 160, 14), accent) +
        shape(disc(58, 160, 10), '#3b82c4') +
        line('M-60 202L60 202M-60 222L28 222', metal, 9) +
        shape(disc(-150, 152, 32), '#20406f') +
        line(disc(-150, 152, 27), '#e9e3cc', 3) +
        line('M-168 160C-150 140 -134 168 -130 142M-160 168L-150 132L-140 168', accent, 4) +
        line('M0 244L2 980', dark, 4),
      relief:
        bodyRelief(random, 1.2) +
        soft(5, quilts) +
        soft(2, shape(RING, '#f4f4f4') + shape(PANEL, '#d0d0d0')) +
        soft(5, both(line(HOSE, '#f0f0f0', 20))),
    };
  },
};
