// Measures how long each layout's scene takes to draw at 768 × 1024, both layers one after the other: npx tsx
// scripts/pics/scene-times.ts --layouts neon,ink (default: all)

import { createRandom } from '../../server/generator/random.ts';
import { layouts } from '../../server/generator/scenes/layouts.ts';
import { renderSvg } from '../../server/generator/scenes/render-svg.ts';
import { readOptions, someOf } from '../options.mjs';

const options = readOptions({ layouts: someOf(layouts.map(({ name }) => name)) });

/** CPU time of `work` in ms. Unlike wall time, it does not depend on the machine's other work. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

for (const { name, variants } of layouts) {
  if (!options.layouts.includes(name)) continue;
  const times = { back: 0, front: 0 };
  for (const variant of variants.slice(0, 3)) {
    const { defs, back, front } = variant.draw(createRandom(variant.id));
    times.back += await processorTime(() => renderSvg(defs, back, 768).raw().toBuffer());
    times.front += await processorTime(() => renderSvg(defs, front, 768).raw().toBuffer());
  }
  const mean = (total: number) => `${Math.round(total / Math.min(3, variants.length))} ms`.padStart(8);
  process.stdout.write(`${name.padEnd(16)} back ${mean(times.back)}   front ${mean(times.front)}\n`);
}
