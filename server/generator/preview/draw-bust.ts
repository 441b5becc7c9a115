import type { Random } from '../scenes/random.ts';
import type { Scene } from '../scenes/scene.ts';
export function drawBust(random: Random, scene: Scene): string {
  return random.next() > 2 ? scene.defs : '';
}
