import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyServerOptions } from 'fastify';
import { addressOf } from '../address-of.ts';
import { refuseBytes } from '../refusals.ts';
import { mostHandles } from './handles-left.ts';

/** Connections that are open at the same time: in all, and of one address where no proxy stands between. */
const most = { inAll: 4_000, ofOne: 1_000 };

/** The share of the process's handles that connections may have: each may need a second one, for the file that it is sent. */
const shareOfHandles = 0.4;

/** Requests of one connection without a response. Browsers and proxies send the next one after the response. */
const mostUnanswered = 8;

/** Milliseconds. */
const timeouts = {
  /** A slow phone may take its time for a photo; no upload needs longer than its credentials live. */
  requestTimeout: 15 * 60_000,
};
const longestSilence = 30_000;

/** A request that Node has parsed. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

interface Connection {
  address: string;
  /** Requests without a response, in their order. Only the first is handled. */
  unanswered: Exchange[];
}

/**
 * Options of Fastify: a server that bounds its connections and the requests of each connection; an idle connection is closed
 * after `keepAlive` seconds.
 *
 * A new connection replaces the one that has been idle for longest, that is without a request or with half of its headers. If all
 * are busy, the new one is closed.
 *
 * The requests of a connection are handled one after another: Node says nothing to a response behind another one when the
 * connection closes, so whatever it had opened would stay open.
 */
export function limitConnections({
  isBehindProxy,
  keepAlive,
  limits = most,
}: {
  isBehindProxy: boolean;
  keepAlive: number;
  limits?: typeof most;
}): Pick<FastifyServerOptions, 'serverFactory' | 'clientErrorHandler'> {
  const inAll = Math.min(limits.inAll, Math.floor(mostHandles() * shareOfHandles));
  const ofOne = isBehindProxy ? inAll : Math.min(limits.ofOne, inAll);
  const open = new Map<Socket, Connection>();
  const counts = new Map<string, number>();

  function makeRoom(address: string): boolean {
    const isOwn = (counts.get(address) ?? 0) >= ofOne;
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
    const left = counts.get(connection.address)! - 1;
    if (left > 0) counts.set(connection.address, left);
    else counts.delete(connection.address);
  }

  function add(socket: Socket): void {
    const address = addressOf({ ip: socket.remoteAddress ?? '' });
    if (!makeRoom(address)) return void socket.destroy();
    open.set(socket, { address, unanswered: [] });
    counts.set(address, (counts.get(address) ?? 0) + 1);
    socket.once('close', () => forget(socket));
  }

  type Handler = (request: IncomingMessage, response: ServerResponse) => void;

  function take(exchange: Exchange, handle: Handler): void {
    const { socket } = exchange.request;
    const connection = open.get(socket);
    // Node still parses the rest of a chunk after its connection was closed.
    if (!connection || !socket.writable) return;
    if (connection.unanswered.push(exchange) > mostUnanswered) return void socket.destroy();
    if (connection.unanswered.length === 1) handleFirst(socket, connection, handle);
  }

  function handleFirst(socket: Socket, connection: Connection, handle: Handler): void {
    const [first] = connection.unanswered;
    if (!first || !socket.writable) return;
    // The connection ends with an earlier response, or Node itself refused an earlier request.
    if (first.response.socket !== socket) return void socket.destroySoon();
    first.response.once('close', () => {
      connection.unanswered.shift();
      // It is idle from now on, and stands behind those that have been idle for longer.
      if (connection.unanswered.length === 0 && open.delete(socket)) open.set(socket, connection);
      handleFirst(socket, connection, handle);
    });
    handle(first.request, first.response);
  }

  return {
    serverFactory(handle) {
      const options = { ...timeouts, keepAliveTimeout: keepAlive * 1000 };
      const server = createServer(options, (request, response) => take({ request, response }, handle));
      return server.setTimeout(longestSilence).on('connection', add);
    },
    clientErrorHandler(error, socket) {
      // A refusal would become a part of a response that is being sent.
      if (open.get(socket)?.unanswered[0]?.response.headersSent) socket.destroy();
      else refuseBytes(error, socket);
    },
  };
}
