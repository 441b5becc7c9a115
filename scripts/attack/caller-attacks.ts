import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApiUser, dataOf } from '../../tests/support/api/api.ts';
import { portrait } from '../../tests/support/portrait.ts';
import { type Attack, times } from './attack-type.ts';
import { newUser, upload } from './attackers.ts';
import { handlesDuring } from './handles-during.ts';

/** Handles that the process may have open beyond the attack's. */
const mostHandles = 150;

/** Awaits another user's call and throws unless it succeeds; the bystander measures times. */
async function served(name: string, call: Promise<{ code: number; status: number }>): Promise<void> {
  const { status } = await call;
  if (status !== 200) throw new Error(`another user's ${name} got ${status}`);
}

async function makeJob(user: ApiUser): Promise<{ code: number; status: number }> {
  const resource_pics = [(await upload(user, 'face.jpg', await readFile(portrait))) ?? ''];
  return user.post('goTrainAndGeneratePic', { template_id: 1, resource_pics });
}

const callsAtOnce: Attack = {
  name: "one user's calls, all at once",
  async prepare({ origin, rateLimit, tally }) {
    const [attacker, other] = [await newUser(origin), await newUser(origin)];
    for (const index of times(100)) await upload(attacker, `photo-${index}.jpg`, Buffer.from('a photo'));
    await makeJob(other);
    const count = rateLimit - 10;
    return async () => {
      const most = await handlesDuring(origin, async () => {
        // A quarter of the calls read a folder of a hundred files; the others wait for their user's row.
        const calls = times(count).map(index =>
          tally.add(index % 4 > 0 ? attacker.get('getPhotos') : attacker.post('createAdId')),
        );
        for (let round = 0; round < 4; round++) {
          await served('getUserInfo', other.get('getUserInfo'));
          await served('createAdId', other.post('createAdId'));
        }
        await served('job', makeJob(other));
        await Promise.all(calls);
      });
      if (most > count + mostHandles) throw new Error(`${most} handles were open`);
      if (tally.counts.has('none')) throw new Error('some calls had no response');
    };
  },
};

/** Opens connections from one address that send nothing, or stop within their headers. */
async function openIdle(origin: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(origin);
  const sockets: Socket[] = [];
  for (const index of times(count)) {
    const socket = connect(Number(port), hostname).on('error', () => {});
    sockets.push(socket);
    if (index % 2 === 0) socket.write('GET / HTTP/1.1\r\nhost: ');
    // Hundreds at once would have to wait for this process.
    if (index % 100 === 99)
      await Promise.race([once(socket, 'connect'), once(socket, 'close'), pause(1_000)]);
  }
  return sockets;
}

const idleConnections: Attack = {
  name: 'connections that say nothing',
  moreMemory: 150,
  async prepare({ origin, isShort }) {
    const other = await newUser(origin);
    return async () => {
      const sockets: Socket[] = [];
      const most = await handlesDuring(origin, async () => {
        for (let round = 0; round < (isShort ? 2 : 4); round++) {
          sockets.push(...(await openIdle(origin, 3_000)));
          await served('getUserInfo', other.get('getUserInfo'));
        }
      });
      for (const socket of sockets) socket.destroy();
      if (most > 4_000 + mostHandles) throw new Error(`${most} handles were open`);
    };
  },
};

/** Most unpaid orders of one user. */
const mostOrders = 20;

const manyOrders: Attack = {
  name: 'orders that nobody pays',
  async prepare({ origin, tally }) {
    const attacker = await newUser(origin);
    return async () => {
      await Promise.all(times(100).map(() => tally.add(attacker.post('createOrder', { config_id: '1' }))));
      const taken = tally.counts.get('200') ?? 0;
      if (taken > mostOrders) throw new Error(`${taken} orders of one user wait for their payment`);
      await dataOf(attacker.get('getUnfinishedOrders'));
    };
  },
};

export const callerAttacks = [callsAtOnce, idleConnections, manyOrders];
