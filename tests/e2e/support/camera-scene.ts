import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { portrait } from '../../support/portrait.ts';

/** Makes what a browser takes for its camera: the portrait in a phone's upright picture, with a red edge on the left. */
export async function cameraScene(): Promise<string> {
  const edge = { create: { width: 24, height: 960, channels: 3 as const, background: 'red' } };
  const frame = await sharp(portrait)
    .extract({ left: 135, top: 0, width: 180, height: 240 })
    .resize(720, 960)
    .composite([{ input: edge, left: 0, top: 0 }])
    .jpeg({ quality: 90, chromaSubsampling: '4:2:0' })
    .toBuffer();
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'tyy-camera-')), 'camera.mjpeg');
  await writeFile(file, frame);
  return file;
}
