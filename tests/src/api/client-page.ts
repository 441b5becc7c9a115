import { afterAll, beforeEach, vi } from 'vitest';
import { type OddServer, openOddServer } from './odd-server.ts';

/** Takes the data of any call as they come. */
export const asItIs = (data: unknown) => data as never;

/** The client of a fresh page, with the messages that the page shows and the session behind it. */
export type ClientPage = Awaited<ReturnType<typeof openClient>>;

/** Loads the client anew, as a page does that finds this token in local storage. */
export async function openClient(token: string | null = 'old') {
  vi.resetModules();
  if (token === null) localStorage.removeItem('tyy.token');
  else localStorage.setItem('tyy.token', token);
  const client = await import('../../../src/api/client.ts');
  client.clientHooks.language = () => 'en';
  const { overlay } = await import('../../../src/state/overlay.ts');
  const { session, saveToken } = await import('../../../src/state/session.ts');
  return { client, session, saveToken, toasts: () => overlay.toasts.map(toast => toast.message) };
}

/** An odd server for the tests of one file; before each of them it sends success again. */
export async function serveOddly(): Promise<OddServer> {
  const server = await openOddServer();
  const { respond } = server;
  beforeEach(() => Object.assign(server, { seen: [], respond }));
  afterAll(() => server.close());
  return server;
}

/** Puts the page on the odd server's origin. */
export function stayAt(server: OddServer): void {
  window.happyDOM.setURL(`${server.origin}/tyy/`);
}
