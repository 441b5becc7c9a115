import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import {
  createJob,
  type JobIds,
  lookAt,
  untilDone,
  untilEnded,
  upload,
  uploadPhoto,
} from '../../tests/support/api/a-job.ts';
import { type ApiUser, dataOf } from '../../tests/support/api/api.ts';
import { portrait } from '../../tests/support/portrait.ts';
import { median } from '../bench/median.ts';
import { type Attack, atOnce, newUser, requireAtMost, richUser, times, within } from './attackers.ts';
import { StoreCaller } from './store-caller.ts';

/** Milliseconds between polls. Faster polls would exceed the limit of calls per minute. */
const betweenPolls = 300;

/** Time limit in ms for every call. */
const longestCall = 10_000;

/** Time in ms after which impatient callers disconnect. */
const hangUpAfter = 300;

/** Maximum number of started jobs that a user may delete per day. */
const mostWasted = 40;

/** Memory (MB) that the drawing thread, its models and the photo decoder may add after the first try-on. */
const moreOfTryOns = 300;

/** With try-ons, a job may take at most this many times as long as without. */
const mostSlowdown = 1.2;

/** Pause (ms) between a response and the next call, because another attack tests flooding. */
const betweenCalls = 100;

export const jobAttacks: Attack[] = [
  bombing('16-bit interlaced PNG', isShort => interlaced(isShort ? 4000 : 7900)),
  bombing('PNG of 20 MB', noise),
  { ...bombing('AVIF of some kB', () => avif(7900)), isLong: true },
  /** The server must skip the photos of callers who hung up, so that a user who returns is served at once. */
  {
    name: 'photo checks whose callers hung up',
    // This includes the memory of the decoder process, which decodes only one photo at a time.
    moreMemory: 500,
    async *run({ origin, isShort, tally }) {
      const bomb = await interlaced(5700);
      const users: ApiUser[] = [];
      const photos: string[] = [];
      for (const index of times(isShort ? 12 : 40)) {
        users.push(await richUser(origin));
        photos.push(await upload(users[index]!, '0.png', bomb));
      }
      const second = await upload(users[0]!, '1.png', bomb);
      const create = (user: ApiUser, photo: string, most: number) =>
        post(origin, user, ['goTrainAndGeneratePic', { template_id: 1, resource_pics: [photo] }], most);
      yield;
      await tally.add(create(users[0]!, photos[0]!, longestCall));
      await atOnce(users.length - 1, index =>
        tally.add(create(users[index + 1]!, photos[index + 1]!, hangUpAfter)),
      );
      const { status } = await create(users[0]!, second, longestCall);
      if (status !== 200) throw new Error(`who came back got ${status}`);
    },
  },
  /** Replaces a checked photo with one that has very many pixels, before the job is created. */
  {
    name: 'a checked photo replaced by an image bomb',
    role: 'all',
    moreMemory: 400,
    isLong: true,
    async *run({ origin, tally }) {
      const user = await richUser(origin);
      const bomb = await avif(10_900);
      const photo = await upload(user, 'face.png', await sharp(portrait).png().toBuffer());
      // Run a job first: it starts the generator's threads, which would distort the measurement.
      await untilEnded(user, await createJob(user, photo), betweenPolls);
      const store = await StoreCaller.of(user);
      yield;
      const jobs = await atOnce(3, () => createJob(user, photo));
      await tally.read(store.send('PUT', 'face.png', {}, { body: new Uint8Array(bomb) }));
      await Promise.all(jobs.map(job => untilEnded(user, job, betweenPolls)));
    },
  },
  begunAndDeleted('jobs'),
  begunAndDeleted('redos'),
  {
    name: 'try-ons by one user and by many',
    role: 'all',
    moreMemory: moreOfTryOns,
    async *run({ origin, isShort, tally }) {
      const people = await viewers(origin, await largePhoto(), isShort ? 4 : 40);
      const [first] = people as [(typeof people)[0]];
      const ids = await templateIds(first.user);
      const ask = ({ user, body }: typeof first, some: number[]) => user.post('previewTemplates', body(some));
      const timed = (person: typeof first, some: number[]) =>
        within(longestCall, 'a call', () => tally.add(ask(person, some)));
      const seeOne = async () => {
        while ((await ask(first, ids.slice(0, 1))).status !== 200) await pause(betweenCalls);
      };
      // With --short, start the thread before the measurement: other tests run at the same time, and garbage collection
      // during the start is irregular.
      if (isShort) await seeOne();
      yield;
      await atOnce(isShort ? 20 : 100, index => timed(first, [ids[index % ids.length]!]));
      await Promise.all(
        people.flatMap(person => [timed(person, ids.slice(0, 12)), timed(person, ids.slice(12, 24))]),
      );
      if (tally.of('none') > 0) throw new Error('some calls had no response');
      // On a busy machine, the drawing thread may have started too late for all these calls. Request one more try-on.
      await seeOne();
    },
  },
  {
    name: 'a paid job during try-ons',
    role: 'all',
    moreMemory: moreOfTryOns,
    isLong: true,
    async *run({ origin, tally }) {
      const photo = await largePhoto();
      const people = await viewers(origin, photo, 12);
      const payer = await viewer(origin, photo, richUser);
      const ids = await templateIds(payer.user);
      async function secondsOfJob(): Promise<number> {
        const began = performance.now();
        await untilDone(payer.user, await createJob(payer.user, payer.address), betweenPolls);
        return (performance.now() - began) / 1000;
      }
      // Run a job first: it starts the generator's threads, which would distort the measurement.
      await secondsOfJob();
      const threeJobs = async () => [await secondsOfJob(), await secondsOfJob(), await secondsOfJob()];
      const alone = median(await threeJobs());
      yield;
      const ending = new AbortController();
      let unanswered = 0;
      // Half of the callers disconnect and call again, repeatedly.
      const asking = people.flatMap(person => [ask(person, 0, hangUpAfter), ask(person, 30, longestCall)]);
      async function ask({ user, body }: (typeof people)[0], from: number, most: number): Promise<void> {
        for (let at = from; !ending.signal.aborted; at += 12) {
          const some = body(ids.slice(at % 48, (at % 48) + 12));
          const status = await tally.add(post(origin, user, ['previewTemplates', some], most));
          if (status === null && most === longestCall) unanswered += 1;
          await pause(betweenCalls);
        }
      }
      const beside = median(await threeJobs());
      ending.abort();
      await Promise.all(asking);
      requireAtMost(0, unanswered, 'calls had no response within 10 s');
      requireAtMost(mostSlowdown, beside / alone, `times as long took a paid job (${alone} s alone)`);
    },
  },
];

const plain = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#c7361b' } });

/** A file of a few kB that decodes to very many pixels. */
const interlaced = (side: number): Promise<Buffer> =>
  plain(side).toColourspace('rgb16').png({ progressive: true, compressionLevel: 6 }).toBuffer();

const avif = (side: number): Promise<Buffer> => plain(side).avif({ effort: 0, quality: 1 }).toBuffer();

function noise(): Promise<Buffer> {
  const raw = { width: 2550, height: 2550, channels: 3 as const };
  const bytes = randomBytes(raw.width * raw.height * raw.channels);
  return sharp(bytes, { raw }).png({ compressionLevel: 0 }).toBuffer();
}

/** Creates an attack that uses photos with small files that are expensive to decode. */
function bombing(name: string, makeBomb: (isShort: boolean) => Promise<Buffer>): Attack {
  return {
    name,
    async *run({ origin, isShort, tally }) {
      const bomb = await makeBomb(isShort);
      const people = await atOnce(isShort ? 2 : 8, async () => {
        const user = await richUser(origin);
        return { user, photo: await upload(user, 'bomb.png', bomb) };
      });
      yield;
      await atOnce(isShort ? 6 : 64, index => {
        const { user, photo } = people[index % people.length]!;
        const resource_pics = times(5).map(() => photo);
        return tally.add(user.post('goTrainAndGeneratePic', { template_id: 1, resource_pics }));
      });
    },
  };
}

function begunAndDeleted(kind: 'jobs' | 'redos'): Attack {
  return {
    name: `${kind} that are begun and deleted`,
    role: 'all',
    isLong: true,
    async *run({ origin, tally }) {
      const user = await richUser(origin);
      const photo = await uploadPhoto(user);
      const create = () => user.post('goTrainAndGeneratePic', { template_id: 1, resource_pics: [photo] });
      const made = kind === 'redos' && (await untilDone(user, await createJob(user, photo), betweenPolls));
      const again = made && { ...idsOf(made), reason: 'not-like-me' as const };
      const { coins } = await dataOf(user.get('getUserInfo'));
      yield;
      for (let round = 0; round < mostWasted + 5; round++) {
        const request = again ? user.post('redoJob', again) : create();
        await tally.add(request);
        const { code, data } = await request;
        if (code !== 0) continue;
        const job = idsOf(data.train_and_generate_info);
        while ((await lookAt(user, job)).status === 1) await pause(betweenPolls);
        await dataOf(user.post('deleteTrainAndGenerate', job));
      }
      requireAtMost(mostWasted, tally.of('200'), 'were begun and deleted');
      if ((await dataOf(user.get('getUserInfo'))).coins !== coins) throw new Error('coins are gone');
    },
  };
}

const idsOf = ({ train_id, generate_id }: JobIds): JobIds => ({ train_id, generate_id });

/** Makes a call. The caller disconnects after `most` milliseconds. */
function post(origin: string, { token }: ApiUser, [name, body]: [string, object], most: number) {
  return fetch(`${origin}/v1/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(most),
  });
}

/** A portrait photo whose file size is just below the limit. */
const largePhoto = (): Promise<Buffer> =>
  sharp(portrait).resize(2550, 2550, { fit: 'cover' }).removeAlpha().png({ compressionLevel: 0 }).toBuffer();

/** A user with an uploaded photo, and the body of a try-on request for it. */
async function viewer(origin: string, photo: Buffer, make = newUser) {
  const user = await make(origin);
  const address = await upload(user, 'large.png', photo);
  return { user, address, body: (ids: number[]) => ({ photo: address, template_ids: ids }) };
}

/** Creates several such users one after another, because each uploads a photo of nearly the maximum size. */
async function viewers(origin: string, photo: Buffer, count: number) {
  const people: Awaited<ReturnType<typeof viewer>>[] = [];
  while (people.length < count) people.push(await viewer(origin, photo));
  return people;
}

async function templateIds(user: ApiUser): Promise<number[]> {
  return (await dataOf(user.get('getTemplates', { page_size: 60 }))).list.map(({ id }) => id);
}
