import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { type ApiUser, dataOf } from '../../tests/support/api/api.ts';
import { portrait } from '../../tests/support/portrait.ts';
import { type Aim, type Attack, times } from './attack-type.ts';
import { newUser, richUser, upload } from './attackers.ts';

/** Milliseconds in which every call must have its response. */
const longestCall = 10_000;

/** Factor by which try-ons may slow down a paid job. */
const mostSlowdown = 1.2;

/**
 * MB that the process may use more than before its first try-on (in the short form, its second): the drawing thread,
 * its models, and the photo decoder.
 */
const moreMemory = 300;

/** Milliseconds after which callers disconnect. */
const hangUpAfter = 300;

/** Milliseconds to wait after a response, because a flood of calls is another attack. */
const betweenCalls = 100;

/** A face in a file of nearly the largest allowed size. */
function largePhoto(): Promise<Buffer> {
  const side = 2550;
  return sharp(portrait)
    .resize(side, side, { fit: 'cover' })
    .removeAlpha()
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** A user with a large photo, and a function to request try-ons of it. */
async function viewer(origin: string, photo: Buffer, make = newUser) {
  const user = await make(origin);
  const address = await upload(user, 'large.png', photo);
  if (!address) throw new Error('the photo was refused');
  const body = (ids: number[]) => ({ photo: address, template_ids: ids });
  return { user, address, ask: (ids: number[]) => user.post('previewTemplates', body(ids)), body };
}

/** One after another, because each uploads as much as a photo may have. */
async function viewers(origin: string, photo: Buffer, count: number) {
  const people: Awaited<ReturnType<typeof viewer>>[] = [];
  while (people.length < count) people.push(await viewer(origin, photo));
  return people;
}

/** Counts a call; throws if it took too long. */
async function timed({ tally }: Aim, call: ReturnType<ApiUser['post']>): Promise<void> {
  const began = performance.now();
  await tally.add(call);
  const took = performance.now() - began;
  if (took > longestCall) throw new Error(`a call took ${Math.round(took / 1000)} s`);
}

const manyTryOns: Attack = {
  name: 'try-ons by one and by many',
  role: 'all',
  moreMemory,
  async prepare(aim) {
    const photo = await largePhoto();
    const people = await viewers(aim.origin, photo, aim.isShort ? 4 : 40);
    const { list } = await dataOf(people[0]!.user.get('getTemplates', { page_size: 60 }));
    const ids = list.map(({ id }) => id);
    const seeOne = async () => {
      while ((await people[0]!.ask(ids.slice(0, 1))).status !== 200) await pause(betweenCalls);
    };
    // During other tests, do not count the thread's start: when its garbage is collected depends on them.
    if (aim.isShort) await seeOne();
    return async () => {
      await Promise.all(
        times(aim.isShort ? 20 : 100).map(index => timed(aim, people[0]!.ask([ids[index % ids.length]!]))),
      );
      await Promise.all(
        people.flatMap(({ ask }) =>
          [ask(ids.slice(0, 12)), ask(ids.slice(12, 24))].map(call => timed(aim, call)),
        ),
      );
      if (aim.tally.counts.has('none')) throw new Error('some calls had no response');
      // On a busy machine the drawing thread may have started too late for all of them.
      await seeOne();
    };
  },
};

const besideAJob: Attack = {
  name: 'a paid job beside try-ons',
  role: 'all',
  moreMemory,
  async prepare(aim) {
    const photo = await largePhoto();
    const people = await viewers(aim.origin, photo, 12);
    const payer = await viewer(aim.origin, photo, richUser);
    const { list } = await dataOf(payer.user.get('getTemplates', { page_size: 60 }));
    const ids = list.map(({ id }) => id);
    const job = () => secondsOfJob(payer.user, payer.address);
    // The first job starts the generator's threads.
    await job();
    const alone = await medianOfThree(job);
    return async () => {
      const ending = new AbortController();
      let unanswered = 0;
      const asking = people.flatMap(person => [ask(person, 0), ask(person, 30)]);
      async function ask(person: Awaited<ReturnType<typeof viewer>>, from: number): Promise<void> {
        for (let at = from; !ending.signal.aborted; at += 12) {
          const body = JSON.stringify(person.body(ids.slice(at % 48, (at % 48) + 12)));
          const headers = {
            authorization: `Bearer ${person.user.token}`,
            'content-type': 'application/json',
          };
          // Half of the callers disconnect repeatedly.
          const hangsUp = from === 0;
          const signal = AbortSignal.timeout(hangsUp ? hangUpAfter : longestCall);
          const init = { method: 'POST', body, headers, signal };
          const call = fetch(`${aim.origin}/v1/previewTemplates`, init);
          await aim.tally.add(call);
          if (!hangsUp)
            unanswered += await call.then(
              () => 0,
              () => 1,
            );
          await pause(betweenCalls);
        }
      }
      const beside = await medianOfThree(job);
      ending.abort();
      await Promise.all(asking);
      if (unanswered > 0) throw new Error(`${unanswered} calls had no response within 10 s`);
      const slowdown = beside / alone;
      if (slowdown > mostSlowdown) {
        throw new Error(`a paid job took ${slowdown.toFixed(2)} times as long (${alone.toFixed(1)} s alone)`);
      }
    };
  },
};

async function medianOfThree(measure: () => Promise<number>): Promise<number> {
  const all = [await measure(), await measure(), await measure()];
  return all.toSorted((one, other) => one - other)[1]!;
}

async function secondsOfJob(user: ApiUser, photo: string): Promise<number> {
  const began = performance.now();
  const body = { template_id: 1, resource_pics: [photo] };
  const { train_and_generate_info: made } = await dataOf(user.post('goTrainAndGeneratePic', body));
  for (let status = made.status; status !== 5; ) {
    if (status === 3 || status === 6) throw new Error(`the job ended with status ${status}`);
    await pause(300);
    const { train_id, generate_id } = made;
    const seen = await dataOf(user.get('getTrainAndGenerateResultById', { train_id, generate_id }));
    status = seen.train_and_generate_info.status;
  }
  return (performance.now() - began) / 1000;
}

/** The short form leaves out the attack that makes jobs, which takes a minute. */
export const tryOnAttacks = (isShort: boolean): Attack[] =>
  isShort ? [manyTryOns] : [manyTryOns, besideAJob];
