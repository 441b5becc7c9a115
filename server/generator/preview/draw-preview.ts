import { composePic, drawScene } from '../portrait/compose-pic.ts';
import { createRandom } from '../scenes/random.ts';
import type { Variant } from '../scenes/scene.ts';
import { sitterCutOut } from '../sitters/sitter-cut-out.ts';

/** Makes a template's preview as a user's picture is made, of a drawn sample person; the id decides who it is. */
export async function drawPreview(variant: Variant): Promise<Uint8Array> {
  const scene = variant.draw(createRandom(variant.id));
  const [person, drawn] = await Promise.all([sitterCutOut(variant.id), drawScene(scene)]);
  const { bytes } = await composePic(person, scene, drawn, variant.id);

  return bytes;
}
