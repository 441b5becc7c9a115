import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { upload } from '../../tests/support/api/a-job.ts';
import { type ApiUser, dataOf } from '../../tests/support/api/api.ts';
import {
  type Attack,
  atOnce,
  connectTo,
  inLanes,
  newUser,
  newUsers,
  openHandles,
  requireAtMost,
  requireServed,
  times,
  withHandles,
  within,
} from './attackers.ts';
import { StoreCaller, signed } from './store-caller.ts';

export const storeAttacks: Attack[] = [
  {
    name: 'uploads that are started but not finished',
    async *run({ origin, isShort, patience, tally }) {
      const [attacker, other] = [await newUser(origin), await newUser(origin)];
      const store = await StoreCaller.of(attacker);
      await upload(other, 'mine.jpg', randomBytes(1000));
      yield;
      const started = performance.now();
      const begin = (index: number) => tally.read(store.send('POST', `begun-${index}.jpg`, { uploads: '' }));
      await inLanes(9, isShort ? 1_300 : 20_000, begin);
      await erase(other, 'mine.jpg', patience);
      const minutes = Math.ceil((performance.now() - started) / 60_000);
      requireAtMost(mostAMinute * (minutes + 1), tally.of('200'), 'uploads were begun by one user');
    },
  },
  {
    name: 'listings of many empty parts',
    async *run({ origin, isShort, patience, tally }) {
      const [attacker, other] = [await newUser(origin), await newUser(origin)];
      const store = await StoreCaller.of(attacker);
      const id = (await store.begin('parts.jpg'))!;
      await inLanes(9, isShort ? 400 : 834, async index => {
        await (await store.putPart('parts.jpg', id, index + 1, Buffer.alloc(0))).arrayBuffer();
      });
      yield;
      await withHandles(500, origin, async () => {
        const list = () => tally.read(store.send('GET', 'parts.jpg', { uploadId: id }));
        const listing = inLanes(9, isShort ? 45 : 180, list);
        await within(Math.max(1_000, patience), "another user's upload", () =>
          upload(other, 'mine.jpg', randomBytes(200_000)),
        );
        await listing;
      });
    },
  },
  {
    name: 'simultaneous parts beyond the object limit',
    async *run({ origin, tally }) {
      const store = await StoreCaller.of(await newUser(origin));
      const id = (await store.begin('large.jpg'))!;
      const body = Buffer.alloc(18 * megabyte);
      yield;
      await atOnce(8, index => tally.read(store.putPart('large.jpg', id, index + 1, body)));
      const list = await (await store.send('GET', 'large.jpg', { uploadId: id })).text();
      const kept = [...list.matchAll(/<Size>(\d+)</g)].reduce((sum, [, size]) => sum + Number(size), 0);
      requireAtMost(20 * megabyte, kept, 'bytes were kept for one object');
    },
  },
  {
    name: 'an endless list of parts',
    async *run({ origin, isShort, tally }) {
      const store = await StoreCaller.of(await newUser(origin));
      const id = (await store.begin('list.jpg'))!;
      const body = '<Part>'.repeat(isShort ? 60_000 : 170_000);
      yield;
      await tally.read(store.send('POST', 'list.jpg', { uploadId: id }, { body }));
    },
  },
  {
    name: 'picture downloads without reading',
    moreMemory: 200,
    async *run({ origin, isShort }) {
      const attacker = await newUser(origin);
      await upload(attacker, 'large.jpg', Buffer.alloc(20_000_000, 'x'));
      const [photo] = (await dataOf(attacker.get('getPhotos'))).list;
      const { origin: at, host, pathname, search } = new URL(photo!.pic_url);
      yield;
      const sockets = await connectTo(at, isShort ? 30 : 60);
      for (const socket of sockets)
        socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
      await pause(isShort ? 2_000 : 5_000);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: 'empty photos',
    isLong: true,
    async *run({ origin, isShort, patience, tally }) {
      const [attacker, other] = [await newUser(origin), await newUser(origin)];
      const store = await StoreCaller.of(attacker);
      await upload(other, 'mine.jpg', randomBytes(1000));
      yield;
      const put = (index: number) => tally.read(store.send('PUT', `empty-${index}.jpg`));
      await inLanes(9, isShort ? 1_500 : 5_000, put);
      await Promise.all([
        erase(other, 'mine.jpg', patience),
        ...times(20).map(() => attacker.get('getPhotos')),
      ]);
      requireAtMost(mostPhotos, tally.of('200'), 'photos of one user were kept');
    },
  },
  /** Users request copies of their data but read only the response headers. */
  {
    name: 'data exports without reading',
    moreMemory: 200,
    async *run({ origin, isShort, tally }) {
      const addresses: string[] = [];
      for (const user of await newUsers(origin, isShort ? 5 : 24)) addresses.push(await copyOf(origin, user));
      const other = await copyOf(origin, await newUser(origin));
      yield;
      const readers: IncomingMessage[] = [];
      // Idle connections of earlier attacks may still be open.
      const before = await openHandles(origin);
      await withHandles(before + 150, origin, async () => {
        for (const address of [...addresses, ...addresses]) {
          const [response] = await once(get(address, { agent: false }), 'response');
          readers.push(response.on('error', () => {}).pause());
          await tally.add(Promise.resolve({ status: response.statusCode }));
        }
        await requireServed(
          'copy',
          fetch(other).then(async response => {
            await response.arrayBuffer();
            return response;
          }),
        );
        for (const reader of readers) reader.destroy();
      });
    },
  },
  {
    name: 'simultaneous large uploads',
    async *run({ origin, isShort, tally }) {
      const photo = Buffer.alloc(20_000_000, 'x');
      const users = await newUsers(origin, isShort ? 2 : 6);
      yield;
      await atOnce(isShort ? 4 : 60, index =>
        tally.upload(upload(users[index % users.length]!, `large-${index}.jpg`, photo)),
      );
    },
  },
  /** Uploads take all places and then send one byte at a time, slowly. */
  {
    name: 'uploads sent byte by byte',
    moreMemory: 150,
    async *run({ origin, isShort, tally }) {
      const other = await newUser(origin);
      const attackers = await newUsers(origin, 10);
      yield;
      const sockets = (await Promise.all(attackers.map(drip))).flat();
      const feeding = setInterval(() => {
        for (const socket of sockets) if (!socket.destroyed) socket.write('x');
      }, 5_000);
      // Wait until the server is reading all of these uploads.
      await pause(1_000);
      const photo = () => tally.upload(upload(other, 'mine.jpg', randomBytes(200_000)));
      try {
        await within(2_000, "another user's upload", photo);
        if (tally.of('200') === 0) throw new Error('nobody else could upload');
        if (isShort) return;
        await pause(longestDrip * 1_000);
        const left = sockets.filter(socket => !socket.destroyed).length;
        requireAtMost(0, left, `uploads were waited for ${longestDrip} s`);
      } finally {
        clearInterval(feeding);
        for (const socket of sockets) socket.destroy();
      }
    },
  },
];

const mostAMinute = 600;

const mostPhotos = 1_000;

const mostAtOnce = 10;

/** Seconds after which the server must have closed slow uploads. */
const longestDrip = 45;

const megabyte = 1024 * 1024;

/** Erases a photo of a user who does not attack. Throws if that takes too long. */
function erase(user: ApiUser, id: string, patience: number): Promise<unknown> {
  const bound = Math.max(500, patience);
  return within(bound, "erasing another user's photo", () => dataOf(user.post('deletePhoto', { id })));
}

async function copyOf(origin: string, user: ApiUser): Promise<string> {
  await upload(user, 'large.jpg', randomBytes(12_000_000));
  return origin + new URL((await dataOf(user.post('createDataCopy'))).url).pathname;
}

/** Begins uploads that send only one byte. Returns their connections. */
async function drip(user: ApiUser): Promise<Socket[]> {
  const keys = await dataOf(user.get('getOssStsInfo'));
  const sockets = await connectTo(keys.endpoint!, mostAtOnce);
  for (const [index, socket] of sockets.entries()) {
    const { path, headers } = signed(keys, { method: 'PUT', name: `drip-${index}.jpg` });
    const all = { host: new URL(keys.endpoint!).host, 'content-length': 1_000_000, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.resume().write(`PUT ${path} HTTP/1.1\r\n${lines.join('')}\r\nx`);
  }
  return sockets;
}
