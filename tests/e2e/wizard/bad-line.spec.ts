import { largePhotos } from '../../../scripts/drill/large-photos.ts';
import { fallsIn, sendPhotos } from '../../../scripts/drill/send-photos.ts';
import { SlowLine } from '../../../scripts/drill/slow-line.ts';
import { expect, signInPages, test } from '../support/story.ts';

test.use({ serviceWorkers: 'allow' });

/** The short form of `npm run drill`, with a faster connection and fewer photos. */
const quality = { rate: 2_000_000, delay: 50, drops: 10, seed: 1 };

/** Bytes of one upload part on a slow connection. */
const partSize = 128 * 1024;

test('photos of 12 megapixels arrive on a bad line, with the page reloaded twice and killed once', async ({
  page,
  context,
  baseURL,
  user,
}) => {
  const files = await largePhotos(test.info().outputPath(), 3);
  await signInPages(context, user);
  const line = await SlowLine.open(baseURL ?? '');
  try {
    const sent = await sendPhotos(page, line, quality, user, files);
    expect(sent.arrived).toBe(files.length);
    // Each interruption repeats only the part that was being sent.
    const interruptions = 3 + line.dropped.photos;
    expect(sent.sentBytes - sent.preparedBytes).toBeLessThanOrEqual(interruptions * partSize);
    expect(fallsIn(sent.shown)).toEqual([]);
    expect(Math.max(...sent.shown.flat())).toBeGreaterThan(50);
    expect(line.dropped.photos).toBeGreaterThan(0);
  } finally {
    line.close();
  }
});
