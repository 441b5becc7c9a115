import sharp from 'sharp';
import type { GeneratedPic } from '../generator.ts';
import { renderSvg } from '../scenes/render-svg.ts';
import { PIC, type Scene } from '../scenes/scene.ts';
import type { CutOut } from './cut-out.ts';
import { develop, layOver, workOver } from './finish-pic.ts';
import { lightPerson } from './light-person.ts';
import { fitSlot, placePerson } from './place-person.ts';

/** Bytes that a pic may have before it is compressed more strongly. */
const LARGEST_FILE = 220_000;
const QUALITIES = [88, 82, 74, 64];

/** Radius of the blur that turns the scene into the light which surrounds the person. */
const GLOW = 18;

/** The two drawn layers of a scene in pixels. */
export interface DrawnScene {
  rgb: Uint8Array;
  /** The same, blurred. */
  glow: Uint8Array;
  /** Four bytes a pixel. */
  front: Uint8Array;
}

/** Draws a scene; sharp does it on threads of its own. */
export async function drawScene(scene: Scene): Promise<DrawnScene> {
  const back = renderSvg(scene.defs, scene.back, PIC.width).flatten().toColourspace('srgb');
  const front = renderSvg(scene.defs, scene.front, PIC.width).ensureAlpha().toColourspace('srgb');
  const [rgb, rgba] = await Promise.all([back.raw().toBuffer(), front.raw().toBuffer()]);
  const glow = await sharp(rgb, { raw: { width: PIC.width, height: PIC.height, channels: 3 } })
    .blur(GLOW)
    .raw()
    .toBuffer();

  return { rgb, glow, front: rgba };
}

/** Makes one pic of a person in a drawn scene. */
export async function composePic(
  cutOut: CutOut,
  scene: Scene,
  drawn: DrawnScene,
  seed: number,
): Promise<GeneratedPic> {
  const rgba = await placePerson(cutOut, fitSlot(cutOut, scene.slot));
  const lit = lightPerson({ rgba, exposure: cutOut.exposure }, drawn, scene.light);
  const pic = workOver(lit, rgba, scene.finish);

  layOver(pic, drawn.front);
  return encode(develop(pic, scene.finish, seed));
}

async function encode(rgb: Uint8Array): Promise<GeneratedPic> {
  let bytes = new Uint8Array();

  for (const quality of QUALITIES) {
    bytes = await sharp(rgb, { raw: { width: PIC.width, height: PIC.height, channels: 3 } })
      .jpeg({ quality, chromaSubsampling: '4:2:0', progressive: true })
      .toBuffer();
    if (bytes.length <= LARGEST_FILE) break;
  }

  return { bytes, type: 'image/jpeg', width: PIC.width, height: PIC.height };
}
