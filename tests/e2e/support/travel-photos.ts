import { writeFile } from 'node:fs/promises';
import { test } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { drawSitter } from '../../../server/generator/sitters/draw-sitter.ts';
import { sitterOf } from '../../../server/generator/sitters/sitter-of.ts';
import { aTiltedPhoto } from '../../server/generator/a-photo.ts';
import { portrait } from '../../support/portrait.ts';

/** Writes a changed portrait in the format of the name's extension; returns the path. */
export async function changedPortrait(name: string, change: (photo: Sharp) => Sharp): Promise<string> {
  const file = test.info().outputPath(name);
  await change(sharp(portrait)).toFile(file);
  return file;
}

export async function tiltedPortrait(degrees: number): Promise<string> {
  const file = test.info().outputPath(`tilted ${degrees}.jpg`);
  await writeFile(file, await aTiltedPhoto(degrees));
  return file;
}

/** Writes a full-length photo of another woman. */
export async function anotherPerson(): Promise<string> {
  const file = test.info().outputPath('other.jpg');
  const svg = Buffer.from(drawSitter(sitterOf(3), 3, 0.4));
  const background = '#b8b4ae';
  await sharp(svg)
    .flatten({ background })
    .resize(500)
    .extend({ top: 80, bottom: 700, left: 150, right: 150, background })
    .jpeg({ quality: 92 })
    .toFile(file);
  return file;
}

/** Writes a HEIC file, which these browsers cannot decode. */
export async function heicPhoto(): Promise<string> {
  const file = test.info().outputPath('IMG_1.HEIC');
  const beginning = Buffer.from([0, 0, 0, 24]);
  await writeFile(file, Buffer.concat([beginning, Buffer.from('ftypheic'), Buffer.alloc(4000, 7)]));
  return file;
}
