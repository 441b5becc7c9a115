import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Attack, times } from './attack-type.ts';
import { openHandles } from './handles-during.ts';

/** Handles that may stay open after an attack: the bystander's, and those of the process's own tasks. */
const mostHandles = 20;

/** Milliseconds until the callers disconnect. */
const patience = 500;

/** Milliseconds for another user's call after the callers disconnect. */
const longestCall = 1_000;

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\naccept-encoding: br\r\n\r\n`;

/** Sends the same request many times over each connection, reads nothing, and disconnects. */
async function pipeline(origin: string, path: string, { connections, requests }: Record<string, number>) {
  const { hostname, port } = new URL(origin);
  const sockets: Socket[] = times(connections!).map(() => connect(Number(port), hostname).pause());
  // The server may close a connection at once.
  for (const socket of sockets) socket.on('error', () => {});
  await Promise.all(sockets.map(socket => once(socket, 'connect')));
  for (const socket of sockets) socket.write(get(path).repeat(requests!));
  await pause(patience);
  for (const socket of sockets) socket.destroy();
}

const files: Attack = {
  name: 'pipelined files that nobody reads',
  moreMemory: 150,
  async prepare({ origin, isShort }) {
    return async () => {
      const before = await openHandles(origin);
      for (let round = 0; round < (isShort ? 1 : 6); round++) {
        await pipeline(origin, '/tyy/large.bin', { connections: isShort ? 20 : 100, requests: 200 });
      }
      const began = performance.now();
      for (;;) {
        const more = (await openHandles(origin)) - before;
        if (more <= mostHandles) break;
        if (performance.now() - began > 10_000) throw new Error(`${more} handles stay open`);
        await pause(100);
      }
    };
  },
};

const pages: Attack = {
  name: 'pipelined pages whose callers hang up',
  moreMemory: 150,
  async prepare({ origin, isShort, patience }) {
    return async () => {
      for (const path of ['/tyy/', '/nope', '/healthz']) {
        await pipeline(origin, path, { connections: isShort ? 10 : 20, requests: 5_000 });
        const began = performance.now();
        await fetch(`${origin}/healthz`).then(response => response.text());
        const time = Math.round(performance.now() - began);
        if (time > Math.max(longestCall, patience))
          throw new Error(`after GET ${path} a call of somebody else took ${time} ms`);
      }
    };
  },
};

export const pipeliningAttacks = [files, pages];
