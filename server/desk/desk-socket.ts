import { mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type DeskResponse, runVerb } from './run-verb.ts';
import type { DeskParts, DeskRequest } from './verb.ts';

/** What goes through the socket, as JSON; the end of the stream is the end of the message. */
interface Message {
  request: DeskRequest;
  confirmed: boolean;
}

/** Bytes of a message; a reason is a sentence, not a book. */
const mostBytes = 64 * 1024;

/** Milliseconds in which the whole message must have come. */
const patience = 5_000;

/** The folder is for the server's own system user only, and so is the socket in it. */
const folderOf = (dataDir: string) => join(dataDir, 'desk');
const socketOf = (dataDir: string) => join(folderOf(dataDir), 'desk.sock');

/**
 * Lets the desk's command ask this process, which alone can use the embedded database; returns how to stop. Where the
 * file system has no sockets, `onProblem` is told, and the command works only while the server is stopped.
 */
export async function serveDesk(
  dataDir: string,
  parts: DeskParts,
  onProblem: (problem: Error) => void,
): Promise<() => Promise<void>> {
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 });
  await rm(socketOf(dataDir), { force: true });
  const server: Server = createServer({ allowHalfOpen: true }, socket => {
    void respond(socket, parts).catch(error => {
      parts.log.error(error);
      socket.destroy();
    });
  });
  await new Promise<void>(resolve => {
    server.once('error', error => {
      onProblem(new Error('The desk’s command cannot ask this process.', { cause: error }));
      resolve();
    });
    server.listen(socketOf(dataDir), resolve);
  });
  return () =>
    new Promise(resolve => {
      server.close(() => resolve());
    });
}

async function respond(socket: Socket, parts: DeskParts): Promise<void> {
  socket.setTimeout(patience, () => socket.destroy());
  const { request, confirmed } = JSON.parse(await readAll(socket)) as Message;
  // From here on it is ours: a long report may take longer than the message did.
  socket.setTimeout(0);
  socket.end(JSON.stringify(await runVerb(parts, request, confirmed)));
}

async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  // A stream that is read to its end is closed both ways, unless one asks otherwise.
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer);
    if (socket.bytesRead > mostBytes) throw new Error('A message of the desk is too long.');
  }
  return Buffer.concat(chunks).toString();
}

/** Asks the server that uses the data folder; null where none does, or none that listens. */
export async function askServer(dataDir: string, message: Message): Promise<DeskResponse | null> {
  const socket = connect({ path: socketOf(dataDir), allowHalfOpen: true });
  const isOpen = await new Promise<boolean>(resolve => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  if (!isOpen) return null;
  socket.end(JSON.stringify(message));
  const response = await text(socket);
  if (!response)
    throw new Error('The server stopped before it responded; see its log, and look before you try again.');
  return JSON.parse(response) as DeskResponse;
}
