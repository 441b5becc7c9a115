import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Connections that are open at the same time: in all, and of one address where no proxy stands between. */
const most = { inAll: 4_000, ofOne: 1_000 };

/** A connection, and how many requests on it have no response yet. */
interface Connection {
  address: string;
  busy: number;
}

/**
 * Bounds the connections to the server, to half of the handles of the process at most. For a new one the one makes way that
 * has waited for longest, which has no request, or half of its headers; where all are busy, the new one is closed.
 */
export function limitConnections(
  app: FastifyInstance,
  { isBehindProxy, limits = most }: { isBehindProxy: boolean; limits?: typeof most },
): void {
  const inAll = Math.min(limits.inAll, Math.floor(mostHandles() / 2));
  const ofOne = isBehindProxy ? inAll : Math.min(limits.ofOne, inAll);
  const open = new Map<Socket, Connection>();
  const counts = new Map<string, number>();

  function makeRoom(address: string): boolean {
    const isOwn = (counts.get(address) ?? 0) >= ofOne;
    if (!isOwn && open.size < inAll) return true;
    for (const [socket, connection] of open) {
      if (connection.busy > 0 || (isOwn && connection.address !== address)) continue;
      forget(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  function forget(socket: Socket): void {
    const connection = open.get(socket);
    if (!connection || !open.delete(socket)) return;
    const left = counts.get(connection.address)! - 1;
    if (left > 0) counts.set(connection.address, left);
    else counts.delete(connection.address);
  }

  app.server.on('connection', socket => {
    const address = socket.remoteAddress ?? '';
    if (!makeRoom(address)) return void socket.destroy();
    open.set(socket, { address, busy: 0 });
    counts.set(address, (counts.get(address) ?? 0) + 1);
    socket.once('close', () => forget(socket));
  });
  app.server.prependListener('request', ({ socket }, response) => {
    const connection = open.get(socket);
    if (!connection) return;
    connection.busy += 1;
    response.once('close', () => {
      connection.busy -= 1;
      // It waits from now on, behind those that have waited before.
      if (open.delete(socket)) open.set(socket, connection);
    });
  });
}

/** How many handles the process may have open. */
function mostHandles(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
