import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { addressOf } from '../caller.ts';
import { refuseBytes } from '../refusals.ts';
import { bounds, Sums } from './limiters.ts';

/** Connections may use this fraction of the process's file handles, because each may need another one for a file. */
const shareOfHandles = 0.4;

/** Time limit per request (ms). Equals the life of upload credentials: one photo may take a slow phone that long. */
const requestTimeout = 15 * 60_000;
const longestSilence = 30_000;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

interface Connection {
  address: string;
  /** Requests without a finished response, in order. Only the first is being handled. */
  unanswered: Exchange[];
}

/**
 * Fastify options that limit a server's connections and their requests. An idle connection closes after `keepAlive`
 * seconds. Above a limit, a new connection replaces the one that was idle longest (without a request, or with
 * incomplete headers), of its own address if that has too many. If all are busy, the new one is closed. Handles one
 * request per connection at a time: Node does not tell a queued response of a disconnect, so its files would stay open.
 */
export function limitConnections({
  isBehindProxy,
  keepAlive,
  limits = bounds.connections,
}: {
  isBehindProxy: boolean;
  keepAlive: number;
  limits?: { inAll: number; ofOne: number };
}): Pick<FastifyServerOptions, 'serverFactory' | 'clientErrorHandler'> {
  const inAll = Math.min(limits.inAll, Math.floor(mostHandles() * shareOfHandles));
  const ofOne = isBehindProxy ? inAll : Math.min(limits.ofOne, inAll);
  const open = new Map<Socket, Connection>();
  const counts = new Sums();

  function makeRoom(address: string): boolean {
    const isOwn = counts.of(address) >= ofOne;
    if (!isOwn && open.size < inAll) return true;
    for (const [socket, connection] of open) {
      if (connection.unanswered.length > 0 || (isOwn && connection.address !== address)) continue;
      forget(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  function forget(socket: Socket): void {
    const connection = open.get(socket);
    if (!connection || !open.delete(socket)) return;
    counts.add(connection.address, -1);
  }

  function add(socket: Socket): void {
    const address = addressOf({ ip: socket.remoteAddress ?? '' });
    if (!makeRoom(address)) return void socket.destroy();
    open.set(socket, { address, unanswered: [] });
    counts.add(address, 1);
    socket.once('close', () => forget(socket));
  }

  type Handler = (request: IncomingMessage, response: ServerResponse) => void;

  function take(exchange: Exchange, handle: Handler): void {
    const { socket } = exchange.request;
    const connection = open.get(socket);
    if (!connection || !socket.writable) return;
    if (connection.unanswered.push(exchange) > bounds.pipelinedRequests.ofOne) return void end(socket);
    if (connection.unanswered.length === 1) handleFirst(socket, connection, handle);
  }

  /** Closes a connection and stops Node from parsing the bytes it has read: up to 64 kB, maybe a thousand requests. */
  function end(socket: Socket): void {
    // The parser is an internal part of Node. 2 means that what follows is not HTTP, as after an upgrade.
    const { parser } = socket as Socket & { parser?: { onIncoming?: unknown } | null };
    if (parser?.onIncoming) parser.onIncoming = () => 2;
    socket.destroy();
  }

  function handleFirst(socket: Socket, connection: Connection, handle: Handler): void {
    const [first] = connection.unanswered;
    if (!first || !socket.writable) return;
    // This response never got the socket: an earlier response closes it, or Node refused an earlier request.
    if (first.response.socket !== socket) return void socket.destroySoon();
    first.response.once('close', () => {
      connection.unanswered.shift();
      // The connection is idle now: move it behind those that have been idle for longer.
      if (connection.unanswered.length === 0 && open.delete(socket)) open.set(socket, connection);
      handleFirst(socket, connection, handle);
    });
    handle(first.request, first.response);
  }

  return {
    serverFactory(handle) {
      const options = { requestTimeout, keepAliveTimeout: keepAlive * 1000 };
      const server = createServer(options, (request, response) => take({ request, response }, handle));
      return server.setTimeout(longestSilence).on('connection', add);
    },
    clientErrorHandler(error, socket) {
      // If a response is being sent, send no error message, because it would become part of that response.
      if (open.get(socket)?.unanswered[0]?.response.headersSent) socket.destroy();
      else refuseBytes(error, socket);
    },
  };
}

/** Maximum number of files and connections that this process may have open; Infinity if unknown. */
function mostHandles(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Number of files and connections that this process may still open; Infinity if unknown. */
export async function handlesLeft(): Promise<number> {
  const most = mostHandles();
  if (most === Number.POSITIVE_INFINITY) return most;
  return readdir('/proc/self/fd').then(
    open => most - open.length,
    () => 0,
  );
}

const lookEvery = 100;

/** At shutdown, closes idle connections. Otherwise clients would keep them open and the process could not exit. */
export function closeConnections(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const closing = setInterval(() => app.server.closeIdleConnections(), lookEvery);
    app.server.once('close', () => clearInterval(closing));
  });
}

/** Closes the body stream of HEAD responses, which Fastify would otherwise read to its end. */
export function readNothingForHead(app: FastifyInstance): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return done(null, payload);
    payload.destroy();
    done(null, Readable.from([]));
  });
}
