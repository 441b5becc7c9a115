import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApiUser, dataOf } from '../../tests/support/api/api.ts';
import { type Attack, times } from './attack-type.ts';
import { newUser, upload } from './attackers.ts';
import { signed } from './store-caller.ts';

/** The store's limit of one user's concurrent uploads. */
const ofOne = 10;

/** Milliseconds for another user's upload. */
const longestUpload = 2_000;

/** Seconds after which slow uploads must have been closed. */
const longestDrip = 45;

/** Begins uploads that send one byte; returns their connections. */
async function drip(user: ApiUser): Promise<Socket[]> {
  const keys = await dataOf(user.get('getOssStsInfo'));
  const { hostname, port, host } = new URL(keys.endpoint!);
  return Promise.all(
    times(ofOne).map(async index => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {}).resume();
      await once(socket, 'connect');
      const { path, headers } = signed(keys, { method: 'PUT', name: `drip-${index}.jpg` });
      const all = { host, 'content-length': 1_000_000, ...headers };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`PUT ${path} HTTP/1.1\r\n${lines.join('')}\r\nx`);
      return socket;
    }),
  );
}

/** Uploads that take all places and then send a byte now and then. */
export const uploadDrips: Attack = {
  name: 'uploads that drip',
  moreMemory: 150,
  async prepare({ origin, isShort, tally }) {
    const other = await newUser(origin);
    const attackers = await Promise.all(times(10).map(() => newUser(origin)));
    return async () => {
      const sockets = (await Promise.all(attackers.map(drip))).flat();
      const feeding = setInterval(() => {
        for (const socket of sockets) if (!socket.destroyed) socket.write('x');
      }, 5_000);
      // Let the server start reading all of them.
      await pause(1_000);
      const began = performance.now();
      const photo = upload(other, 'mine.jpg', randomBytes(200_000));
      await tally.add(photo.then(url => ({ status: url ? 200 : 503 })));
      const took = Math.round(performance.now() - began);
      if (!isShort) await pause(longestDrip * 1_000);
      const left = sockets.filter(socket => !socket.destroyed).length;
      clearInterval(feeding);
      for (const socket of sockets) socket.destroy();
      if (!tally.counts.has('200')) throw new Error('nobody else could upload');
      if (took > longestUpload) throw new Error(`another user's upload took ${took} ms`);
      if (!isShort && left > 0) throw new Error(`${left} uploads were waited for ${longestDrip} s`);
    };
  },
};
