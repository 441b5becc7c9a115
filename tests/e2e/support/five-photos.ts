import { test } from '@playwright/test';
import sharp from 'sharp';
import { portrait } from '../../support/portrait.ts';

/** Five different photos, with Chinese names, in the folder of the story. */
export function fivePhotos(): Promise<string[]> {
  return Promise.all(
    [1, 2, 3, 4, 5].map(async number => {
      const file = test.info().outputPath(`自拍 ${number}.png`);
      await sharp(portrait)
        .resize(300 + number)
        .toFile(file);
      return file;
    }),
  );
}
