import { mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type DeskResponse, runVerb } from './run-verb.ts';
import type { DeskParts, DeskRequest } from './verb.ts';

/** A message from the command: JSON text. After it, the command closes its side of the connection. */
interface Message {
  request: DeskRequest;
  confirmed: boolean;
}

/** Maximum size of a message in bytes. */
const mostBytes = 64 * 1024;

/** Time limit (ms) for the whole message to arrive. */
const patience = 5_000;

/** Only the server's own system user can open this folder, and so the socket. */
const folderOf = (dataDir: string) => join(dataDir, 'desk');
const socketOf = (dataDir: string) => join(folderOf(dataDir), 'desk.sock');

/**
 * Lets the desk command run its requests in this process, because only one process can use the embedded database.
 * Returns a function that stops listening. If the file system does not support sockets, calls `onProblem`; the command
 * then works only while the server is stopped.
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
  // The timeout was only for receiving the message. Running the command may take longer.
  socket.setTimeout(0);
  socket.end(JSON.stringify(await runVerb(parts, request, confirmed)));
}

async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  // By default, a fully read stream destroys its socket, but we still have to respond.
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer);
    if (socket.bytesRead > mostBytes) throw new Error('A message of the desk is too long.');
  }
  return Buffer.concat(chunks).toString();
}

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
