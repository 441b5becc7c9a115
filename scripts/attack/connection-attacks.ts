import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '../../tests/server/support/wait-for.ts';
import {
  type Attack,
  atOnce,
  connectTo,
  newUser,
  openHandles,
  requireAtMost,
  requireServed,
  times,
  withHandles,
  within,
} from './attackers.ts';

const megabyte = 1_000_000;

/** Maximum growth of memory (MB) for all request bodies that the process reads at the same time. */
const moreMemory = 150;

const sharing = {
  path: '/tyy/make-pic',
  headers: ['content-type: multipart/form-data; boundary=x'],
  declared: 64 * megabyte,
};

/** Attacks with endless requests, unread responses, odd values, or too many requests. */
export const connectionAttacks: Attack[] = [
  {
    name: 'forged Host headers',
    async *run({ origin, isShort, tally }) {
      // With more requests at once, this process would be too busy to send them evenly.
      const wave = 50;
      const get = (index: number) =>
        raw(
          origin,
          `GET /tyy/ HTTP/1.1\r\nhost: h${index}.example\r\naccept-encoding: br\r\nconnection: close\r\n\r\n`,
        );
      yield;
      for (let sent = 0; sent < (isShort ? 300 : 1000); sent += wave) {
        await atOnce(wave, index => tally.add(get(sent + index)));
      }
    },
  },
  ...[false, true].map(unfinishedBodies),
  {
    name: 'forms from another site',
    moreMemory: 50,
    async *run({ origin, isShort }) {
      const headers = [...sharing.headers, 'sec-fetch-site: cross-site', 'origin: https://evil.example'];
      yield;
      const open = await keepOpen(origin, isShort ? 10 : 60, 5, { ...sharing, headers, sent: 8 * megabyte });
      requireAtMost(0, open, 'forms of another site were read');
    },
  },
  {
    name: 'slow uploads through the share sheet',
    moreMemory,
    async *run({ origin, isShort }) {
      yield;
      const seconds = isShort ? 14 : 25;
      const open = await keepOpen(origin, 20, seconds, { ...sharing, declared: 60 * megabyte, sent: 1000 });
      requireAtMost(0, open, `crawling bodies were still read after ${seconds} s`);
    },
  },
  ...[false, true].map(sharedFiles),
  {
    name: 'silent connections',
    moreMemory,
    async *run({ origin, isShort }) {
      const other = await newUser(origin);
      yield;
      const sockets: Socket[] = [];
      await withHandles(4_150, origin, async () => {
        for (let round = 0; round < (isShort ? 2 : 4); round++) {
          // Open them in groups, because this process cannot open thousands at once.
          for (const _ of times(30)) sockets.push(...(await connectTo(origin, 100)));
          // On half of the connections, send headers that never end.
          for (const index of times(1_500)) sockets.at(-1 - 2 * index)!.write('GET / HTTP/1.1\r\nhost: ');
          await requireServed('getUserInfo', other.get('getUserInfo'));
        }
      }).finally(() => {
        for (const socket of sockets) socket.destroy();
      });
    },
  },
  {
    name: 'pipelined file requests without reading',
    moreMemory,
    async *run({ origin, isShort }) {
      yield;
      const before = await openHandles(origin);
      for (let round = 0; round < (isShort ? 1 : 6); round++) {
        await pipeline(origin, '/tyy/large.bin', isShort ? 20 : 100, 200);
      }
      // Allow 20 more handles for the user who is measured meanwhile and for the process's own tasks.
      await waitFor('handles to close', async () => (await openHandles(origin)) - before <= 20);
    },
  },
  {
    name: 'pipelined page requests, then a hang-up',
    moreMemory,
    async *run({ origin, isShort, patience }) {
      yield;
      for (const path of ['/tyy/', '/nope', '/healthz']) {
        await pipeline(origin, path, isShort ? 10 : 20, 5_000);
        await within(Math.max(1_000, patience), `another's call after GET ${path}`, async () => {
          await (await fetch(`${origin}/healthz`)).text();
        });
      }
    },
  },
  /** Invented client events; some are too long, some are truncated. */
  {
    name: 'forged client events from 1,000 addresses',
    moreMemory,
    async *run({ origin, isShort, tally }) {
      const before = await seriesOf(origin);
      const bodyOf = (index: number) => {
        const report = reportOf(index);
        if (index % 10 === 8) return report + ' '.repeat(100_000);
        return index % 10 === 9 ? report.slice(0, -20) : report;
      };
      const send = (index: number) => {
        const from = `198.51.${Math.floor(index / 250) % 4}.${index % 250}`;
        const headers = { 'content-type': 'text/plain', 'x-forwarded-for': from };
        return tally.add(
          fetch(`${origin}/v1/clientReport`, { method: 'POST', body: bodyOf(index), headers }),
        );
      };
      yield;
      // Send them in groups, because this process cannot send thousands at once.
      for (let sent = 0; sent < (isShort ? 2_000 : 10_000); sent += 100)
        await atOnce(100, index => send(sent + index));
      const after = await seriesOf(origin);
      // Allow twice the limit per minute, because a new minute may begin during the attack.
      requireAtMost(2 * 1_200, after.counted - before.counted, 'reports were counted');
      requireAtMost(200, after.count - before.count, 'series were made');
      if (!tally.of('413') || !tally.of('400')) throw new Error('odd reports were taken');
    },
  },
  {
    name: 'odd requests',
    async *run({ origin, isShort, tally }) {
      const post = (path: string, body: string) =>
        fetch(origin + path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
      const get = (path: string) =>
        raw(origin, `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
      const requests = [
        () => post('/v1/login', '['.repeat(100_000) + ']'.repeat(100_000)),
        () => post('/v1/login', '{"login_type":"facebook","token":"a\\u0000b"}'),
        () => post('/v1/login', '{'),
        () => post('/v1/login', '{"login_type":"facebook","token":"\\ud800"}'),
        () => post('/sandbox/restore', '{"user_id":"a\\u0000b"}'),
        () => post('/sandbox/pay', '{"order_id":"a\\u0000b"}'),
        () => fetch(`${origin}/sandbox/shell/orders/a%00b`),
        () => fetch(`${origin}/share/a%00b`),
        () => get('//'),
        () => get('/%E0%A4%A'),
        () => fetch(`${origin}/sandbox/login?client_id=a&response_type=token&redirect_uri=blob:${origin}/a`),
      ];
      const rounds = isShort ? 10 : 50;
      yield;
      await atOnce(rounds * requests.length, index => tally.add(requests[index % requests.length]!()));
    },
  },
  {
    name: 'request bodies sent byte by byte',
    async *run({ origin, tally }) {
      // Use a separate address, because earlier attacks may have used up the limit of ours.
      const from = 'x-forwarded-for: 198.51.100.77';
      const headers = `host: a\r\n${from}\r\ncontent-type: application/json\r\ncontent-length: 900000`;
      const text = `POST /v1/login HTTP/1.1\r\n${headers}\r\n\r\n{`;
      yield;
      await within(15_000, 'bodies', () => atOnce(100, () => tally.add(raw(origin, text, ' '))));
    },
  },
];

/** A request with a body that never ends, from one address or from many addresses. */
interface Unfinished {
  path: string;
  headers: string[];
  /** Content-Length of the request, and the number of bytes that are really sent. */
  declared: number;
  sent: number;
  fromMany?: boolean;
}

/** Keeps `count` unfinished requests open for `seconds`. Returns how many are still open after that. */
async function keepOpen(
  origin: string,
  count: number,
  seconds: number,
  request: Unfinished,
): Promise<number> {
  const piece = Buffer.alloc(65_536, ' ');
  const sockets = await connectTo(origin, count);
  await atOnce(count, index => {
    // Two connections per address are enough to reach the limit for all addresses together.
    const from = `x-forwarded-for: 198.51.${Math.floor(index / 400)}.${Math.floor(index / 2) % 200}`;
    const headers = request.fromMany ? [...request.headers, from] : request.headers;
    return send(sockets[index]!, { ...request, headers }, piece).catch(() => undefined);
  });
  await Promise.race([
    Promise.all(sockets.map(socket => socket.destroyed || once(socket, 'close').catch(() => undefined))),
    pause(seconds * 1000),
  ]);
  const open = sockets.filter(socket => !socket.destroyed).length;
  for (const socket of sockets) socket.destroy();
  return open;
}

async function send(socket: Socket, request: Unfinished, piece: Buffer): Promise<void> {
  const { path, headers, declared, sent } = request;
  const head = [`POST ${path} HTTP/1.1`, 'host: 127.0.0.1', `content-length: ${declared}`, ...headers];
  socket.resume().write(`${head.join('\r\n')}\r\n\r\n`);
  const waits = AbortSignal.timeout(15_000);
  for (let left = sent; left > 0 && !socket.destroyed; left -= piece.length) {
    if (!socket.write(left < piece.length ? piece.subarray(0, left) : piece)) {
      await once(socket, 'drain', { signal: waits });
    }
  }
}

function sharedFiles(fromMany: boolean): Attack {
  return {
    name: `endless uploads through the share sheet${fromMany ? ', from many addresses' : ''}`,
    moreMemory,
    async *run({ origin, isShort }) {
      yield;
      const [count, sent] = isShort ? [30, 15 * megabyte] : [60, 63 * megabyte];
      await keepOpen(origin, count, isShort ? 2 : 8, { ...sharing, sent, fromMany });
    },
  };
}

function unfinishedBodies(fromMany: boolean): Attack {
  return {
    name: `unfinished request bodies${fromMany ? ', from many addresses' : ''}`,
    moreMemory,
    async *run({ origin, isShort }) {
      yield;
      await keepOpen(origin, isShort ? 250 : 1000, isShort ? 2 : 8, {
        path: '/v1/login',
        headers: ['content-type: application/json'],
        declared: megabyte,
        sent: 950_000,
        fromMany,
      });
    },
  };
}

/** Sends the same request many times on each connection without waiting for responses, then disconnects. */
async function pipeline(origin: string, path: string, connections: number, requests: number): Promise<void> {
  const sockets = await connectTo(origin, connections);
  const request = `GET ${path} HTTP/1.1\r\nhost: a\r\naccept-encoding: br\r\n\r\n`;
  for (const socket of sockets) socket.write(request.repeat(requests));
  await pause(500);
  for (const socket of sockets) socket.destroy();
}

/** Sends `text`, then `more` ten times per second until the server closes the connection. */
async function raw(origin: string, text: string, more?: string): Promise<{ status: number }> {
  const [socket] = (await connectTo(origin, 1)) as [Socket];
  let response = '';
  socket.setEncoding('latin1').on('data', part => {
    if (response.length < 100) response += part;
  });
  socket.resume().write(text);
  const sending = more && setInterval(() => socket.write(more), 100);
  if (!socket.destroyed) await once(socket, 'close');
  clearInterval(sending || undefined);
  return { status: Number(response.slice(9, 12)) };
}

/** The body of a client event report. Each index gives a report with errors that no other report contains. */
function reportOf(index: number): string {
  const frames = [{ file: `script-${index}.js`, line: 1, column: 1 }];
  const errors = times(5).map(error => ({ name: `Error${index}_${error}`, place: `call${index}`, frames }));
  const steps = [{ step: 'preview', template: 1_000_000 + index }];
  const screen = `screen-${index.toString(16).replace(/\d/g, digit => 'ghijklmnop'[Number(digit)]!)}`;
  return JSON.stringify({ version: `1.${index}`, host: 'browser', screen, errors, steps });
}

/** Number of metric series for client events, and the number of events that they count. */
async function seriesOf(origin: string): Promise<{ count: number; counted: number }> {
  const text = await fetch(`${origin}/metrics`).then(response => response.text());
  const series = text.split('\n').filter(line => /^tyy_(client_|steps_)\w+[{ ]/.test(line));
  const pages = series.filter(line => line.startsWith('tyy_client_pages_total'));
  const counted = pages.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  return { count: series.length, counted };
}
