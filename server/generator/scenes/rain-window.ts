import type { Palette } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';
import { mix } from './colour.ts';
import { dots } from './nature.ts';
import { layoutOf, type Scene } from './scene.ts';
import { cover, linear, radial, repeat, round } from './svg.ts';

/** A raindrop that refracts the street upside down, so it is dark at the top and bright at the bottom. */
function drop(random: Random): string {
  const [x, y] = [random.between(-20, 788), random.between(-20, 1030)];
  const size = 1.6 + random.next() ** 3 * 9;
  return (
    `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(size)}" ry="${round(size * random.between(1, 1.5))}" fill="url(#drop)"/>` +
    `<circle cx="${round(x - size * 0.3)}" cy="${round(y - size * 0.45)}" r="${round(size * 0.22)}" fill="#ffffff" fill-opacity=".85"/>`
  );
}

function trickle(random: Random): string {
  let [x, y] = [random.between(0, 768), random.between(-40, 300)];
  const start = `M${round(x)} ${round(y)}`;
  const steps = repeat(7, () => {
    const nextX = x + random.between(-12, 12);
    const nextY = y + random.between(50, 110);
    const step = `Q${round(x)} ${round(y + 40)} ${round(nextX)} ${round(nextY)}`;
    [x, y] = [nextX, nextY];
    return step;
  });
  return `<path d="${start}${steps}" stroke-width="${round(random.between(2, 5))}"/>`;
}

function draw({ night, lights, frame }: Palette<'rain-window'>, random: Random): Scene {
  const side = random.chance(0.5) ? 1 : -1;
  const post = 384 + side * 318;
  const towers = repeat(9, index => {
    const x = -60 + index * 100 + random.between(-20, 20);
    const height = random.between(260, 620);
    return `<rect x="${round(x)}" y="${round(860 - height)}" width="${round(random.between(70, 120))}" height="1000" fill="${mix(night[0], night[1], random.next())}" fill-opacity=".7"/>`;
  });

  return {
    defs:
      linear('night', [0, night[0]], [0.55, night[1]], [1, night[2]]) +
      linear('drop', [0, night[0], 0.75], [0.55, mix(night[2], '#ffffff', 0.3), 0.45], [1, '#ffffff', 0.7]) +
      radial('room', [0, lights[0], 0.34], [1, lights[0], 0]) +
      linear('sill', [0, frame, 0], [1, frame, 0.8]),
    back:
      cover('fill="url(#night)"') +
      towers +
      dots(random, 46, {
        soft: true,
        colours: lights,
        radius: [14, 60],
        opacity: [0.3, 0.75],
        y: [360, 1000],
      }) +
      dots(random, 60, { colours: lights, radius: [8, 30], opacity: [0.16, 0.4], y: [260, 960] }) +
      dots(random, 24, {
        soft: true,
        colours: ['#ffffff', lights[1]],
        radius: [4, 12],
        opacity: [0.5, 0.9],
        y: [420, 900],
      }) +
      `<g fill="none" stroke="#ffffff" stroke-opacity=".22" stroke-linecap="round">${repeat(16, () => trickle(random))}</g>` +
      repeat(240, () => drop(random)) +
      `<path d="M${post - 15} -48H${post + 15}V1072H${post - 15}Z" fill="${frame}"/><path d="M${post - 15} -48V1072" stroke="${mix(frame, lights[0], 0.4)}" stroke-width="3"/>` +
      `<rect x="-48" y="-48" width="864" height="74" fill="${frame}"/>`,
    front:
      `<ellipse cx="${384 - side * 260}" cy="760" rx="460" ry="420" fill="url(#room)"/>` +
      `<rect x="-48" y="880" width="864" height="192" fill="url(#sill)"/>`,
    slot: { x: 384 - side * 20, y: 430, eyes: 118 },
    light: {
      saturation: 0.98,
      tint: mix(night[2], lights[0], 0.4),
      tintShare: 0.16,
      shadow: night[1],
      fromX: side * 0.28,
      fromY: -0.04,
      rim: lights[1],
    },
  };
}

export const rainWindowLayout = layoutOf('rain-window', { technique: 'oil', material: 'canvas' }, draw);
