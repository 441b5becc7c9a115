import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Attack, times } from './attack-type.ts';

/** MB that the process may use more than before, for all bodies being read. */
const moreMemory = 150;

/** A request that never ends: declared bytes, and bytes that are sent. */
interface Unfinished {
  path: string;
  headers: string[];
  declared: number;
  sent: number;
  /** True to send from many addresses. */
  fromMany?: boolean;
}

/**
 * Sends `count` unfinished requests and keeps them open for `seconds`; returns the number of connections that the
 * server has not closed by then. Bytes that the server does not read stay in the sockets.
 */
async function hold(origin: string, count: number, seconds: number, request: Unfinished): Promise<number> {
  const { hostname, port } = new URL(origin);
  const piece = Buffer.alloc(65_536, ' ');
  const sockets = times(count).map(() => connect(Number(port), hostname));
  await Promise.all(
    sockets.map((socket, index) => {
      // Each address has its own limit; with two connections per address the total limit is reached.
      const from = `x-forwarded-for: 198.51.${Math.floor(index / 400)}.${Math.floor(index / 2) % 200}`;
      const headers = request.fromMany ? [...request.headers, from] : request.headers;
      return send(socket, { ...request, headers }, piece).catch(() => undefined);
    }),
  );
  await Promise.race([
    Promise.all(sockets.map(socket => socket.destroyed || once(socket, 'close').catch(() => undefined))),
    new Promise(resolve => setTimeout(resolve, seconds * 1000)),
  ]);
  const open = sockets.filter(socket => !socket.destroyed).length;
  for (const socket of sockets) socket.destroy();
  return open;
}

async function send(
  socket: Socket,
  { path, headers, declared, sent }: Unfinished,
  piece: Buffer,
): Promise<void> {
  socket.on('error', () => {}).resume();
  await once(socket, 'connect');
  const head = [`POST ${path} HTTP/1.1`, 'host: 127.0.0.1', `content-length: ${declared}`, ...headers];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const waits = AbortSignal.timeout(15_000);
  for (let left = sent; left > 0 && !socket.destroyed; left -= piece.length) {
    if (!socket.write(left < piece.length ? piece.subarray(0, left) : piece)) {
      await once(socket, 'drain', { signal: waits });
    }
  }
}

const form = ['content-type: multipart/form-data; boundary=x'];
const megabyte = 1_000_000;

const sharedFiles = (fromMany: boolean): Attack => ({
  name: `shared files that never end${fromMany ? ', of many addresses' : ''}`,
  moreMemory,
  async prepare({ origin, isShort }) {
    const [count, sent] = isShort ? [30, 15 * megabyte] : [60, 63 * megabyte];
    return async () => {
      await hold(origin, count, isShort ? 2 : 8, {
        path: '/tyy/make-pic',
        headers: form,
        declared: 64 * megabyte,
        sent,
        fromMany,
      });
    };
  },
});

const crawlingShares: Attack = {
  name: 'shared files that crawl',
  moreMemory,
  async prepare({ origin, isShort }) {
    return async () => {
      const seconds = isShort ? 14 : 25;
      const open = await hold(origin, 20, seconds, {
        path: '/tyy/make-pic',
        headers: form,
        declared: 60 * megabyte,
        sent: 1000,
      });
      if (open > 0) throw new Error(`${open} crawling bodies were still read after ${seconds} s`);
    };
  },
};

const foreignForms: Attack = {
  name: 'forms of another site',
  moreMemory: 50,
  async prepare({ origin, isShort }) {
    const headers = [...form, 'sec-fetch-site: cross-site', 'origin: https://evil.example'];
    return async () => {
      const seconds = 5;
      const open = await hold(origin, isShort ? 10 : 60, seconds, {
        path: '/tyy/make-pic',
        headers,
        declared: 64 * megabyte,
        sent: 8 * megabyte,
      });
      if (open > 0) throw new Error(`${open} forms of another site were read`);
    };
  },
};

const unfinishedBodies = (fromMany: boolean): Attack => ({
  name: `unfinished bodies of calls${fromMany ? ', of many addresses' : ''}`,
  moreMemory,
  async prepare({ origin, isShort }) {
    const headers = ['content-type: application/json'];
    return async () => {
      await hold(origin, isShort ? 250 : 1000, isShort ? 2 : 8, {
        path: '/v1/login',
        headers,
        declared: megabyte,
        sent: 950_000,
        fromMany,
      });
    };
  },
});

export const bodyAttacks = [
  ...[false, true].map(unfinishedBodies),
  foreignForms,
  crawlingShares,
  ...[false, true].map(sharedFiles),
];
