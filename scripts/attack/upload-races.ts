import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { type ApiUser, dataOf } from '../../tests/support/api/api.ts';
import { portrait } from '../../tests/support/portrait.ts';
import type { Attack } from './attack-type.ts';
import { newUser, richUser, type Tally, upload } from './attackers.ts';
import { begin, callerOfStore, complete, note, putPart, type SendToStore, times } from './store-caller.ts';

const megabyte = 1024 * 1024;

/** OSS's ETag of an object with these parts. */
function etagOf(parts: Uint8Array[]): string {
  const digests = parts.map(part => createHash('md5').update(part).digest());
  return `"${createHash('md5').update(Buffer.concat(digests)).digest('hex').toUpperCase()}-${parts.length}"`;
}

const swappedParts: Attack = {
  name: 'parts put anew while they are joined',
  async prepare({ origin, isShort, tally }) {
    const attacker = await newUser(origin);
    const send = await callerOfStore(attacker);
    const parts = times(8).map(() => randomBytes(megabyte));
    const other = randomBytes(megabyte);
    return async () => {
      let completed = 0;
      for (const round of times(isShort ? 5 : 20)) {
        const name = `swapped-${round}.jpg`;
        const id = (await begin(send, name))!;
        const etags: string[] = [];
        for (const [index, bytes] of parts.entries()) {
          etags.push((await putPart(send, name, { id, number: index + 1, bytes }))!);
        }
        const query = { partNumber: '8', uploadId: id };
        const joining = note(tally, complete(send, name, id, etags));
        const [status] = await Promise.all([
          joining,
          ...times(4).map(async () => {
            await pause(round);
            await note(tally, send('PUT', name, query, { body: other }));
          }),
        ]);
        await requireSame(attacker, name, etagOf(parts), Buffer.concat(parts));
        if (status === 200) completed += 1;
      }
      if (completed === 0) throw new Error('no upload was completed');
    };
  },
};

/** Throws if the store returns other bytes than the ETag says. */
async function requireSame(user: ApiUser, name: string, etag: string, bytes: Buffer): Promise<void> {
  const { list } = await dataOf(user.get('getPhotos'));
  const photo = list.find(({ id }) => id === name);
  if (!photo) return;
  const response = await fetch(photo.pic_url);
  const given = Buffer.from(await response.arrayBuffer());
  if (response.headers.get('etag') === etag && !given.equals(bytes)) {
    throw new Error('a photo has other bytes than its ETag says');
  }
}

const races: Attack = {
  name: 'uploads that are taken back meanwhile',
  async prepare({ origin, isShort, tally }) {
    const send = await callerOfStore(await newUser(origin));
    const bytes = randomBytes(2 * megabyte);
    return async () => {
      for (const round of times(isShort ? 5 : 20)) {
        const name = `race-${round}.jpg`;
        const id = (await begin(send, name))!;
        const etag = (await putPart(send, name, { id, number: 1, bytes }))!;
        const abort = () => note(tally, send('DELETE', name, { uploadId: id }));
        await Promise.all([note(tally, complete(send, name, id, [etag])), abort()]);

        const another = (await begin(send, name))!;
        await Promise.all([
          note(tally, send('PUT', name, { partNumber: '1', uploadId: another }, { body: bytes })),
          pause(round).then(() => note(tally, send('DELETE', name, { uploadId: another }))),
        ]);
      }
      await oddValues(send, tally);
    };
  },
};

/** Values that no OSS client sends. */
async function oddValues(send: SendToStore, tally: Tally): Promise<void> {
  const headers = { 'content-type': `image/${'x'.repeat(900)}` };
  await note(tally, send('PUT', 'odd.jpg', {}, { headers, body: 'x' }));
  await note(tally, send('POST', 'odd.jpg', { uploads: '' }, { headers }));
  const id = (await begin(send, 'odd.jpg'))!;
  for (const partNumber of ['1e3', '0x10', '1.0', '01', '-1', '0', '10001', '']) {
    const status = await note(tally, send('PUT', 'odd.jpg', { partNumber, uploadId: id }, { body: 'x' }));
    if (status === 200) throw new Error(`partNumber=${partNumber} was taken for a number`);
  }
}

/** Replaces a checked photo by one with many pixels before its job is made. */
const bombOfAJob: Attack = {
  name: 'a photo swapped for a bomb once it was checked',
  role: 'all',
  moreMemory: 400,
  async prepare({ origin, isShort, tally }) {
    const user = await richUser(origin);
    const side = isShort ? 6_000 : 10_900;
    const bomb = await sharp({ create: { width: side, height: side, channels: 3, background: '#c7361b' } })
      .avif({ effort: 0, quality: 1 })
      .toBuffer();
    const photo = await upload(user, 'face.png', await sharp(portrait).png().toBuffer());
    // The first job starts the generator's threads.
    await endOfJob(user, photo!);
    const send = await callerOfStore(user);
    return async () => {
      const jobs = times(3).map(() => makeJob(user, photo!));
      const ids = await Promise.all(jobs);
      await note(tally, send('PUT', 'face.png', {}, { body: bomb }));
      await Promise.all(ids.map(id => untilEnd(user, id)));
    };
  },
};

async function endOfJob(user: ApiUser, photo: string): Promise<void> {
  await untilEnd(user, await makeJob(user, photo));
}

async function makeJob(user: ApiUser, photo: string): Promise<{ train_id: string; generate_id: string }> {
  const body = { template_id: 1, resource_pics: [photo] };
  return (await dataOf(user.post('goTrainAndGeneratePic', body))).train_and_generate_info;
}

/** Waits until a job is done, refused or failed. */
async function untilEnd(user: ApiUser, job: { train_id: string; generate_id: string }): Promise<void> {
  const { train_id, generate_id } = job;
  for (let status = 1; ![3, 5, 6].includes(status); ) {
    await pause(200);
    const seen = await dataOf(user.get('getTrainAndGenerateResultById', { train_id, generate_id }));
    status = seen.train_and_generate_info.status;
  }
}

/** Replaces or aborts uploads while they are in use; the short form leaves out what takes long. */
export const uploadRaces = (isShort: boolean) =>
  isShort ? [swappedParts, races] : [swappedParts, races, bombOfAJob];
