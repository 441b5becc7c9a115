import { fallsIn, largePhotos, SlowConnection, sendPhotos } from '../../../scripts/drill/send-photos.ts';
import { expect, signInPages, test } from '../support/story.ts';

test.use({ serviceWorkers: 'allow' });

/** A faster connection than in `npm run drill`, because this test is its short form. */
const quality = { rate: 2_000_000, delay: 50, drops: 10, seed: 1 };

/** The size in bytes of an upload part on a slow connection. */
const partSize = 128 * 1024;

test('photo uploads survive a bad connection and a crash', async ({ page, context, baseURL, user }) => {
  const files = await largePhotos(test.info().outputPath(), 3);
  await signInPages(context, user);
  const connection = await SlowConnection.open(baseURL ?? '');
  try {
    const sent = await sendPhotos(page, connection, quality, user, files);
    expect(sent.arrived).toBe(files.length);
    // After an interruption the app sends only the current part again.
    const interruptions = 3 + connection.dropped.photos;
    expect(sent.sentBytes - sent.preparedBytes).toBeLessThanOrEqual(interruptions * partSize);
    expect(fallsIn(sent.shown)).toEqual([]);
    expect(Math.max(...sent.shown.flat())).toBeGreaterThan(50);
    expect(connection.dropped.photos).toBeGreaterThan(0);
  } finally {
    connection.close();
  }
});
