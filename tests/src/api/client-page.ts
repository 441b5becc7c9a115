import { vi } from 'vitest';
import type { OddServer } from './odd-server.ts';

/** The client of a fresh page, with the messages that the page shows and the session behind it. */
export type ClientPage = Awaited<ReturnType<typeof openClient>>;

/** Loads the client anew, as a page does that finds this token in local storage. */
export async function openClient(token: string | null = 'old') {
  vi.resetModules();
  if (token === null) localStorage.removeItem('tyy.token');
  else localStorage.setItem('tyy.token', token);
  const client = await import('../../../src/api/client.ts');
  const { overlay } = await import('../../../src/state/overlay.ts');
  const { session } = await import('../../../src/state/session.ts');
  return { client, session, toasts: () => overlay.toasts.map(toast => toast.message) };
}

/** Puts the page on the odd server's origin. */
export function stayAt(server: OddServer): void {
  window.happyDOM.setURL(`${server.origin}/tyy/`);
}
