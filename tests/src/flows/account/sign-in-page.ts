import { afterEach, beforeEach, vi } from 'vitest';

/** The flow of the page that is open. */
export let flow: typeof import('../../../../src/flows/account/sign-in.ts');
let start: typeof import('../../../../src/flows/app/start.ts').start;
/** The calls about the account. */
export let account: typeof import('../../../../src/api/account.ts');
/** The calls about pictures. */
export let pics: typeof import('../../../../src/api/jobs.ts');
/** What lies above the screens. */
export let overlay: typeof import('../../../../src/state/overlay.ts').overlay;
/** The session. */
export let session: typeof import('../../../../src/state/session.ts').session;

/** Opens the page at an address below /tyy, without rendering it. */
export async function openPage(address: string): Promise<void> {
  vi.resetModules();
  history.replaceState(null, '', `/tyy${address}`);
  flow = await import('../../../../src/flows/account/sign-in.ts');
  ({ start } = await import('../../../../src/flows/app/start.ts'));
  account = await import('../../../../src/api/account.ts');
  pics = await import('../../../../src/api/jobs.ts');
  ({ overlay } = await import('../../../../src/state/overlay.ts'));
  ({ session } = await import('../../../../src/state/session.ts'));
  await start();
}

/** What the page leaves for instead of really leaving. */
export let left: URL[] = [];

/** Has a page of each test stay when it leaves; its clock stands still. */
export function stayOnPages(): void {
  beforeEach(() => {
    left = [];
    // Otherwise the second before the requested screen would end in the middle of another test.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(location, 'replace').mockImplementation(address => {
      left.push(new URL(address));
    });
    vi.stubEnv('VITE_LOGIN_DIALOG_URL', '/sandbox/login');
    vi.stubEnv('VITE_FACEBOOK_APP_ID', '1234');
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** The messages of the toasts. */
export const toasts = () => overlay.toasts.map(toast => toast.message);
/** The messages of the notes. */
export const notes = () => overlay.notes.map(note => note.message);
/** The address below the origin. */
export const here = () => location.pathname + location.search + location.hash;

/** Waits without moving the clock. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setImmediate(resolve));
}

/** Asks for a sign-in at an address, and returns the state that the page took to the dialog. */
export async function leaveFrom(address: string): Promise<string> {
  await openPage(address);
  await signInAndLeave();
  return left.at(-1)?.searchParams.get('state') ?? '';
}

/** Asks for a sign-in, and resolves when the page has left for the dialog. */
export async function signInAndLeave(): Promise<void> {
  const before = left.length;
  flow.signIn().catch(() => undefined);
  await until(() => left.length > before);
}

/** Comes back from the dialog as it sends users back: to Home, with its result in the fragment. */
export function comeBack(result: Record<string, string>): Promise<void> {
  return openPage(`/#${new URLSearchParams(result)}`);
}
