import { expect, it } from 'vitest';
import { createCanvas } from '../../../server/generator/filters/canvas.ts';
import { gaussian } from '../../../server/generator/filters/math.ts';
import { Painter } from '../../../server/generator/filters/painter.ts';
import { blurTwin } from './filter-twins.ts';

const canvas = createCanvas(192);

it('blurs an edge widely as the plain blur does, to less than 1 of 255', async () => {
  const painter = await Painter.open(canvas);
  const deviation = 9.5;
  const edge = painter.plane();
  for (let at = 0; at < canvas.pixels; at++) {
    const [x, y] = [at % canvas.width, Math.floor(at / canvas.width)];
    edge.data[at] = x + y / 3 < 100 || y > 200 ? 1 : 0;
  }
  const blurred = await painter.blur(edge, deviation / canvas.scale);

  const plain = blurTwin(edge.data, canvas, gaussian(deviation));
  const most = blurred.data.reduce((far, value, at) => Math.max(far, Math.abs(value - plain[at]!)), 0);
  expect(most * 255).toBeLessThan(1);
});

it.each(['blot', 'slanted'] as const)(
  '%s is as strong at the border of the picture as inside',
  async kind => {
    const painter = await Painter.open(canvas);
    const { data } = kind === 'blot' ? await painter.noise(kind) : await painter.strokes(kind);
    const deviationOf = (isWanted: (inwards: number) => boolean) => {
      const wanted = data.filter((_, at) => {
        const [x, y] = [at % canvas.width, Math.floor(at / canvas.width)];
        return isWanted(Math.min(x, y, canvas.width - 1 - x, canvas.height - 1 - y));
      });
      return Math.sqrt(wanted.reduce((sum, value) => sum + value ** 2, 0) / wanted.length);
    };

    const atBorder = deviationOf(inwards => inwards < 2);
    const inside = deviationOf(inwards => inwards > 20);
    expect(atBorder / inside).toBeGreaterThan(0.8);
    expect(atBorder / inside).toBeLessThan(1.25);
  },
);
