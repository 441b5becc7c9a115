import { Worker } from 'node:worker_threads';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GeneratedPic, type Generator, GeneratorGaveUp } from '../../../server/generator/generator.ts';
import { openLocalGenerator } from '../../../server/generator/local/local-generator.ts';
import { makePics } from '../../../server/generator/local/make-pics.ts';
import { templates } from '../../../server/generator/templates.ts';
import { startThread } from '../../../server/generator/threads/start-thread.ts';
import { findFaces } from '../../../server/generator/vision/find-subjects.ts';
import { isLong } from '../../support/some-of.ts';
import { waitFor } from '../support/wait-for.ts';
import { aPhoto, aPhotoOfTwo } from './a-photo.ts';

let generator: Generator;
let photo: Uint8Array;
const threads: Worker[] = [];
const never = new AbortController().signal;
const ignore = () => {};
const patient = { deadline: 60_000, stopsWithin: 30_000 };

beforeAll(async () => {
  photo = await aPhoto();
  generator = await openLocalGenerator(patient, () => {
    const thread = startThread('generator-worker');
    threads.push(thread);
    return thread;
  });
});
afterAll(() => generator.close());

test('only the front photo, which is the first, must be sharp and show exactly one person', async () => {
  const blurred = await aPhoto(picture => picture.blur(2));
  const good = { problems: [] };

  expect(await generator.inspect([photo, blurred, await aPhotoOfTwo()])).toEqual([good, good, good]);
  expect(await generator.inspect([blurred, photo])).toEqual([{ problems: ['blurred'] }, good]);
});

test('each pic is delivered when finished, progress reaches 100, and the calling thread is not blocked', async () => {
  const progress: number[] = [];
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 5);

  const shown: { pic: GeneratedPic; percent: number }[] = [];
  const pics = await generator.generate(
    { photos: [photo], templateId: 1, count: 2, seed: 1 },
    percent => progress.push(percent),
    never,
    pic => shown.push({ pic, percent: progress.at(-1)! }),
  );
  clearInterval(ticking);

  expect(shown).toEqual([
    { pic: pics[0], percent: 20 },
    { pic: pics[1], percent: 60 },
  ]);

  expect(pics).toHaveLength(2);
  expect(pics[0]).toMatchObject({ type: 'image/jpeg', width: 1152, height: 1536 });
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  expect(progress.at(-1)).toBe(100);
  expect(ticks).toBeGreaterThan(20);
});

test('an aborted call rejects with the abort’s reason, an unknown template fails, and later calls work', async () => {
  const abort = new AbortController();
  const reason = new Error('the person left');
  const request = { photos: [photo], templateId: 1, count: 4, seed: 1 };

  await expect(generator.generate(request, () => abort.abort(reason), abort.signal)).rejects.toBe(reason);
  await expect(generator.generate(request, ignore, abort.signal)).rejects.toBe(reason);
  const unknown = generator.generate({ ...request, templateId: 9999 }, ignore, never);
  await expect(unknown).rejects.toThrow('no template 9999');
  expect(await generator.inspect([photo])).toEqual([{ problems: [] }]);
});

test('if the worker thread dies, its calls fail and the next call starts a new thread', async () => {
  const before = threads.length;
  const refused = expect(generator.inspect([photo])).rejects.toThrow('ended');
  await threads.at(-1)!.terminate();

  await refused;
  expect(await generator.inspect([photo])).toEqual([{ problems: [] }]);
  expect(threads.length).toBe(before + 1);
});

const request = () => ({ photos: [photo], templateId: 1, count: 1, seed: 1 });
const hang = () => new Worker('for (;;);', { eval: true });

/** Opens a generator whose first thread hangs; later threads work. Also returns the started and the ended threads. */
async function openHanging(patience: { deadline: number; stopsWithin: number }) {
  const started: Worker[] = [];
  const ended: Worker[] = [];
  const hanging = await openLocalGenerator(patience, () => {
    const thread = started.length === 0 ? hang() : startThread('generator-worker');
    thread.on('exit', () => ended.push(thread));
    started.push(thread);
    return thread;
  });
  return { hanging, started, ended };
}

test('a call fails after its deadline, and a new thread replaces the hanging thread', async () => {
  const { hanging, started, ended } = await openHanging({ deadline: 300, stopsWithin: 50 });

  await expect(hanging.generate(request(), ignore, never)).rejects.toThrow(GeneratorGaveUp);
  await waitFor('the thread to end', () => ended.length === 1);
  expect(ended).toEqual([started[0]]);
  await hanging.close();
});

test('calls that waited behind a hanging call run in a new thread', async () => {
  const { hanging, started } = await openHanging({ deadline: 60_000, stopsWithin: 200 });
  const abort = new AbortController();
  const reason = new Error('the person left');

  const stopped = expect(hanging.generate(request(), ignore, abort.signal)).rejects.toBe(reason);
  const waiting = hanging.inspect([photo]);
  abort.abort(reason);

  await stopped;
  expect(await waiting).toEqual([{ problems: [] }]);
  expect(started).toHaveLength(2);
  await hanging.close();
});

test('the first pic shows the front photo, the second the other one; the same seed gives equal pics', async () => {
  const templateId = templates.find(({ technique }) => technique === 'ink')!.id;
  const pics = (photos: Uint8Array[], count: number) =>
    makePics({ photos, templateId, count, seed: 8 }, ignore, never);
  const nearer = await aPhoto(photo =>
    photo.extract({ left: 60, top: 0, width: 340, height: 400 }).resize(900),
  );
  const both = await pics([photo, nearer], 2);
  const alone = await pics([photo], 1);
  // The short form of the tests checks only the pic of the first photo.
  if (isLong) alone.push(...(await pics([nearer], 2)).slice(1));

  for (const [place, { bytes }] of alone.entries()) expect(both[place]!.bytes).toEqual(bytes);
  expect(both[1]!.bytes).not.toEqual(both[0]!.bytes);
  for (const { bytes } of both) {
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(await findFaces(bytes)).toBe(1);
  }
});
