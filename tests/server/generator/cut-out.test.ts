import sharp from 'sharp';
import { expect, it } from 'vitest';
import { cutOut } from '../../../server/generator/portrait/cut-out.ts';
import { findSubjects } from '../../../server/generator/vision/find-subjects.ts';
import { readPixels } from '../../../server/generator/vision/pixels.ts';
import { aPhoto } from './a-photo.ts';

it('cuts along the shoulder what stands behind it, and not into what the person holds', async () => {
  const photo = await readPixels(await aPhoto());
  const [subject] = await findSubjects(photo);
  const { rgba, width, eyes } = await cutOut(photo, subject!);
  const [left, right] = [subject!.mesh.points[33]!, subject!.mesh.points[263]!];
  const x0 = (left.x + right.x) / 2 - eyes.x;
  const y0 = (left.y + right.y) / 2 - eyes.y;
  const opacityAt = ([x, y]: [number, number]) =>
    rgba[(Math.round(y - y0) * width + Math.round(x - x0)) * 4 + 3];

  const behind: [number, number][] = [
    [362, 308],
    [362, 312],
    [364, 316],
    [390, 310],
    [330, 220],
    [120, 160],
  ];
  const shoulder: [number, number][] = [
    [340, 300],
    [345, 320],
    [300, 230],
    [150, 220],
  ];
  const helmet: [number, number][] = [
    [390, 350],
    [410, 352],
    [360, 400],
    [480, 430],
  ];
  for (const place of behind) expect(opacityAt(place), `${place}`).toBeLessThan(40);
  for (const place of [...shoulder, ...helmet]) expect(opacityAt(place), `${place}`).toBeGreaterThan(215);
});

it('leaves no letters of a wall beside the hair, though the gaps between them have its colour', async () => {
  const photo = await readPixels(await aPhoto(photo => photo.resize(1024)));
  const [subject] = await findSubjects(photo);
  const person = await cutOut(photo, subject!);
  const { width, height } = person;
  const raw = { width, height, channels: 4 } as const;
  const wall = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <pattern id="letters" width="60" height="90" patternUnits="userSpaceOnUse">
      <path d="M0 0h60v90h-60z" fill="#6b5a33"/><path d="M12 8h36v74h-36z" fill="#fff"/></pattern>
    <path d="M0 0h${width}v${height}h-${width}z" fill="url(#letters)"/></svg>`;
  const atWall = await readPixels(
    await sharp(Buffer.from(wall))
      .composite([{ input: Buffer.from(person.rgba), raw }])
      .png()
      .toBuffer(),
  );
  const [again] = await findSubjects(atWall);
  const found = await cutOut(atWall, again!);

  const near = await sharp(person.rgba, { raw }).extractChannel(3).blur(2).raw().toBuffer();
  // Both begin at the top of the photo, and aside where the eyes were found.
  const aside = Math.round(person.eyes.x - found.eyes.x);
  const chin = Math.round(person.eyes.y + person.eyeDistance);
  let outside = 0;
  for (let y = 0; y < chin; y++) {
    for (let x = 0; x < found.width; x++) {
      if (near[y * width + x + aside] === 0 && found.rgba[(y * found.width + x) * 4 + 3]! > 100) outside++;
    }
  }
  expect(outside / person.eyeDistance ** 2).toBeLessThan(0.05);
});
