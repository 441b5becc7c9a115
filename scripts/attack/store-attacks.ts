import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApiUser, dataOf } from '../../tests/support/api/api.ts';
import type { Attack } from './attack-type.ts';
import { newUser, upload } from './attackers.ts';
import { handlesDuring } from './handles-during.ts';
import { begin, callerOfStore, inLanes, note, putPart, times } from './store-caller.ts';

/** Most open handles of the process. */
const mostHandles = 500;

/** Most uploads that a user may begin per minute. */
const mostAMinute = 600;

/** Milliseconds for erasing another user's photo. */
const longestErasure = 500;

/** Milliseconds for another user's upload. */
const longestUpload = 1_000;

const megabyte = 1024 * 1024;

/** Erases another user's photo; throws if that is slow. */
async function erase(user: ApiUser, id: string, patience: number): Promise<void> {
  const began = performance.now();
  await dataOf(user.post('deletePhoto', { id }));
  const took = Math.round(performance.now() - began);
  if (took > Math.max(longestErasure, patience))
    throw new Error(`another user's photo took ${took} ms to erase`);
}

const begunUploads: Attack = {
  name: 'uploads that are only begun',
  async prepare({ origin, isShort, patience, tally }) {
    const [attacker, other] = [await newUser(origin), await newUser(origin)];
    const send = await callerOfStore(attacker);
    await upload(other, 'mine.jpg', randomBytes(1000));
    return async () => {
      const started = performance.now();
      const count = isShort ? 1_300 : 20_000;
      await inLanes(9, count, index => note(tally, send('POST', `begun-${index}.jpg`, { uploads: '' })));
      await erase(other, 'mine.jpg', patience);
      const taken = tally.counts.get('200') ?? 0;
      const minutes = Math.ceil((performance.now() - started) / 60_000);
      if (taken > mostAMinute * (minutes + 1)) throw new Error(`${taken} uploads were begun by one user`);
    };
  },
};

const emptyPhotos: Attack = {
  name: 'photos without a byte',
  async prepare({ origin, isShort, patience, tally }) {
    const [attacker, other] = [await newUser(origin), await newUser(origin)];
    const send = await callerOfStore(attacker);
    await upload(other, 'mine.jpg', randomBytes(1000));
    return async () => {
      const count = isShort ? 1_500 : 5_000;
      await inLanes(9, count, index => note(tally, send('PUT', `empty-${index}.jpg`)));
      await Promise.all([
        erase(other, 'mine.jpg', patience),
        ...times(20).map(() => attacker.get('getPhotos')),
      ]);
      const taken = tally.counts.get('200') ?? 0;
      if (taken > 1_000) throw new Error(`${taken} photos of one user were kept`);
    };
  },
};

const emptyParts: Attack = {
  name: 'empty parts, listed by many',
  async prepare({ origin, isShort, patience, tally }) {
    const [attacker, other] = [await newUser(origin), await newUser(origin)];
    const send = await callerOfStore(attacker);
    const id = (await begin(send, 'parts.jpg'))!;
    const bytes = Buffer.alloc(0);
    await inLanes(9, isShort ? 400 : 834, index =>
      putPart(send, 'parts.jpg', { id, number: index + 1, bytes }),
    );
    return async () => {
      const most = await handlesDuring(origin, async () => {
        const list = () => note(tally, send('GET', 'parts.jpg', { uploadId: id }));
        const listing = inLanes(9, isShort ? 45 : 180, list);
        const began = performance.now();
        if (!(await upload(other, 'mine.jpg', randomBytes(200_000))))
          throw new Error("another's upload failed");
        const took = Math.round(performance.now() - began);
        if (took > Math.max(longestUpload, patience))
          throw new Error(`another user's upload took ${took} ms`);
        await listing;
      });
      if (most > mostHandles) throw new Error(`${most} handles were open`);
    };
  },
};

const tooManyBytes: Attack = {
  name: 'parts beyond one object, at once',
  async prepare({ origin, tally }) {
    const send = await callerOfStore(await newUser(origin));
    const id = (await begin(send, 'large.jpg'))!;
    const body = Buffer.alloc(18 * megabyte);
    return async () => {
      const put = (number: number) =>
        note(tally, send('PUT', 'large.jpg', { partNumber: String(number), uploadId: id }, { body }));
      await Promise.all(times(8).map(index => put(index + 1)));
      const list = await (await send('GET', 'large.jpg', { uploadId: id })).text();
      const kept = [...list.matchAll(/<Size>(\d+)</g)].reduce((sum, [, size]) => sum + Number(size), 0);
      if (kept > 20 * megabyte) throw new Error(`${Math.round(kept / megabyte)} MB were kept for one object`);
    };
  },
};

const endlessList: Attack = {
  name: 'a list of parts without an end',
  async prepare({ origin, isShort, tally }) {
    const send = await callerOfStore(await newUser(origin));
    const id = (await begin(send, 'list.jpg'))!;
    const body = '<Part>'.repeat(isShort ? 60_000 : 170_000);
    return () => note(tally, send('POST', 'list.jpg', { uploadId: id }, { body })).then(() => {});
  },
};

const unreadPictures: Attack = {
  name: 'pictures that nobody reads',
  moreMemory: 200,
  async prepare({ origin, isShort }) {
    const attacker = await newUser(origin);
    await upload(attacker, 'large.jpg', Buffer.alloc(20_000_000, 'x'));
    const [photo] = (await dataOf(attacker.get('getPhotos'))).list;
    const { hostname, port, pathname, search } = new URL(photo!.pic_url);
    return async () => {
      const sockets = times(isShort ? 30 : 60).map(() => connect(Number(port), hostname));
      await Promise.all(
        sockets.map(async socket => {
          socket.on('error', () => {}).pause();
          await once(socket, 'connect');
          socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`);
        }),
      );
      await pause(isShort ? 2_000 : 5_000);
      for (const socket of sockets) socket.destroy();
    };
  },
};

const quick = [begunUploads, emptyParts, tooManyBytes, endlessList, unreadPictures];

/** Exceeds limits of uploads and downloads; the short form leaves out what takes long. */
export const storeAttacks = (isShort: boolean) => (isShort ? quick : [...quick, emptyPhotos]);
