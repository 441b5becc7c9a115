import { randomBytes } from 'node:crypto';
import { type Dirent, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiUser, dataOf, overHttp } from '../../tests/support/api/api.ts';
import { portrait } from '../../tests/support/portrait.ts';
import type { Attack } from './attack-type.ts';
import { newUser, richUser, upload } from './attackers.ts';
import { begin, callerOfStore, complete, note, putPart, times } from './store-caller.ts';

/** Most open multipart uploads of a user, across processes. */
const mostBegun = 10;

const begunAtTwoNodes: Attack = {
  name: 'uploads begun at two nodes',
  async prepare({ origin, startAnother, tally }) {
    const user = await newUser(origin);
    const other = await startAnother();
    const atNodes = [user, new ApiUser(overHttp(other.origin), user.token)];
    const sends = await Promise.all(atNodes.map(callerOfStore));
    return async () => {
      const names = times(3 * mostBegun).map(index => `two-${index}.jpg`);
      const ids = await Promise.all(names.map((name, index) => begin(sends[index % 2]!, name)));
      const left = await Promise.all(
        names.map((name, index) => note(tally, sends[0]!('GET', name, { uploadId: ids[index] ?? 'none' }))),
      );
      await other.stop();
      const open = left.filter(status => status === 200).length;
      if (open > mostBegun) throw new Error(`${open} uploads of one user are begun`);
      if (open === 0) throw new Error('no upload was begun');
    };
  },
};

/** Milliseconds in which all files of completions must be gone. */
const longestJoin = 10_000;

const hungUpCompletions: Attack = {
  name: 'completions that are hung up',
  moreMemory: 100,
  async prepare({ origin, dataDir, isShort, tally }) {
    const attacker = await newUser(origin);
    const send = await callerOfStore(attacker);
    // Other attacks' uploads are still stored.
    const before = new Set(await filesOfUploads(dataDir));
    const parts = times(4).map(() => randomBytes(2 * 1024 * 1024));
    const rounds = times(isShort ? 5 : mostBegun - 1);
    const begun: { name: string; id: string; etags: string[] }[] = [];
    for (const round of rounds) {
      const name = `hung-up-${round}.jpg`;
      const id = (await begin(send, name))!;
      const etags: string[] = [];
      for (const [index, bytes] of parts.entries()) {
        etags.push((await putPart(send, name, { id, number: index + 1, bytes }))!);
      }
      begun.push({ name, id, etags });
    }
    return async () => {
      await Promise.all(
        begun.map(async ({ name, id, etags }, round) => {
          const signal = AbortSignal.timeout(5 + 5 * round);
          await complete(
            (method, at, query, init) => send(method, at, query, { ...init, signal }),
            name,
            id,
            etags,
          )
            .then(response => response.arrayBuffer())
            .catch(() => undefined);
        }),
      );
      const began = performance.now();
      for (const { name, id, etags } of begun) {
        while (!(await isThere(attacker, name))) {
          if (performance.now() - began > longestJoin)
            throw new Error('an upload can no longer be completed');
          await note(tally, complete(send, name, id, etags));
          await pause(100);
        }
      }
      // An object appears shortly before its parts are deleted.
      for (;;) {
        const left = (await filesOfUploads(dataDir)).filter(path => !before.has(path));
        if (left.length === 0) break;
        if (performance.now() - began > longestJoin)
          throw new Error(`${left.length} files are left of completions`);
        await pause(100);
      }
      await dataOf(attacker.post('deleteAccount'));
    };
  },
};

async function isThere(user: ApiUser, name: string): Promise<boolean> {
  return (await dataOf(user.get('getPhotos'))).list.some(({ id }) => id === name);
}

async function filesOfUploads(dataDir: string): Promise<string[]> {
  const folders = ['.incoming', '.parts'].map(name => join(dataDir, 'objects', name));
  const found = await Promise.all(folders.map(entriesBelow));
  return found.flatMap(entries =>
    entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)),
  );
}

/** Everything below a folder, which may not exist; reads again if something is deleted meanwhile. */
async function entriesBelow(folder: string): Promise<Dirent[]> {
  if (!existsSync(folder)) return [];
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return entriesBelow(folder);
  }
}

/** Most jobs of a user per day that are deleted after work began. */
const mostWasted = 40;

/** Milliseconds between polls, to stay below the limit of calls per minute. */
const betweenPolls = 300;

type Beginning = () => ReturnType<ApiUser['post']>;

/** Repeatedly creates a job and deletes it once work began. `prepare` returns the function to repeat. */
function begunAndDeleted(
  name: string,
  prepare: (user: ApiUser, begin: Beginning) => Promise<Beginning>,
): Attack {
  return {
    name,
    role: 'all',
    async prepare({ origin, tally }) {
      const user = await richUser(origin);
      const photo = (await upload(user, 'face.jpg', await readFile(portrait))) ?? '';
      const begin = await prepare(user, () =>
        user.post('goTrainAndGeneratePic', { template_id: 1, resource_pics: [photo] }),
      );
      const { coins } = await dataOf(user.get('getUserInfo'));
      return async () => {
        for (let round = 0; round < mostWasted + 5; round++) {
          const request = begin();
          await tally.add(request);
          const reply = await request;
          if (reply.code !== 0) continue;
          const job = nameOf(reply);
          while ((await statusOf(user, job)) === 1) await pause(betweenPolls);
          await dataOf(user.post('deleteTrainAndGenerate', job));
        }
        const begun = tally.counts.get('200') ?? 0;
        if (begun > mostWasted) throw new Error(`${begun} were begun and deleted`);
        if ((await dataOf(user.get('getUserInfo'))).coins !== coins) throw new Error('coins are gone');
      };
    },
  };
}

function nameOf({ data }: Awaited<ReturnType<Beginning>>) {
  const { train_id, generate_id } = data.train_and_generate_info;
  return { train_id, generate_id };
}

async function statusOf(user: ApiUser, job: ReturnType<typeof nameOf>): Promise<number> {
  return (await dataOf(user.get('getTrainAndGenerateResultById', job))).train_and_generate_info.status;
}

const deletedJobs = begunAndDeleted('jobs that are begun and deleted', async (_user, begin) => begin);

const deletedRedos = begunAndDeleted('redos that are begun and deleted', async (user, begin) => {
  const made = nameOf(await begin());
  while ((await statusOf(user, made)) !== 5) await pause(betweenPolls);
  return () => user.post('redoJob', { ...made, reason: 'not-like-me' });
});

/** Attacks that repeat what costs the caller nothing; the short form leaves out those that take a minute. */
export const repeatAttacks = (isShort: boolean): Attack[] => {
  const quick = [begunAtTwoNodes, hungUpCompletions];
  return isShort ? quick : [...quick, deletedJobs, deletedRedos];
};
