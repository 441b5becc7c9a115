import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyServerOptions } from 'fastify';
import { addressOf } from '../address-of.ts';
import { refuseBytes } from '../refusals.ts';
import { mostHandles } from './handles-left.ts';

/** Open connections: in total, and per address without a proxy. */
const most = { inAll: 4_000, ofOne: 1_000 };

/** Connections may take this share of the process's handles: each may need another one for the file it is sent. */
const shareOfHandles = 0.4;

/** Pipelined requests per connection. Browsers and proxies wait for each response. */
const mostUnanswered = 8;

const timeouts = {
  /** Milliseconds. A slow phone may take this long for a photo: as long as its upload credentials last. */
  requestTimeout: 15 * 60_000,
};
const longestSilence = 30_000;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

interface Connection {
  address: string;
  /** Requests whose response is not finished, in order. Only the first is being handled. */
  unanswered: Exchange[];
}

/**
 * Fastify options for a server that limits its connections and their requests. An idle connection closes after
 * `keepAlive` seconds. If the server is full, a new connection replaces the one that has been idle longest (no request,
 * or incomplete headers); if all are busy, the new one is closed. A connection's requests are handled one after
 * another: Node does not tell a queued response that the connection closed, so whatever it had opened would stay open.
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
    // Node still parses the rest of a chunk after the connection has closed.
    if (!connection || !socket.writable) return;
    if (connection.unanswered.push(exchange) > mostUnanswered) return void socket.destroy();
    if (connection.unanswered.length === 1) handleFirst(socket, connection, handle);
  }

  function handleFirst(socket: Socket, connection: Connection, handle: Handler): void {
    const [first] = connection.unanswered;
    if (!first || !socket.writable) return;
    // An earlier response closes the connection, or Node itself refused an earlier request.
    if (first.response.socket !== socket) return void socket.destroySoon();
    first.response.once('close', () => {
      connection.unanswered.shift();
      // Idle from now on: move it behind those idle for longer.
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
      // While a response is being sent, an error message would become part of it.
      if (open.get(socket)?.unanswered[0]?.response.headersSent) socket.destroy();
      else refuseBytes(error, socket);
    },
  };
}
