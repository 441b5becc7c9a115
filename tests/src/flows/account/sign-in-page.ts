import { afterEach, beforeEach, vi } from 'vitest';
import { setSettings } from '../../../support/set-settings.ts';

export let flow: typeof import('../../../../src/flows/account/sign-in.ts');
let start: typeof import('../../../../src/flows/app/start.ts').start;
export let account: typeof import('../../../../src/api/account.ts');
export let pics: typeof import('../../../../src/api/jobs.ts');
export let overlay: typeof import('../../../../src/state/overlay.ts').overlay;
export let session: typeof import('../../../../src/state/session.ts').session;

/** Starts the app at an address relative to /tyy, without rendering. */
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

/** The addresses to which the page tried to leave. */
export let left: URL[] = [];

/** In each test, records the addresses in `left` instead of opening them, and uses fake timers. */
export function stayOnPages(): void {
  beforeEach(() => {
    left = [];
    // Fake the timers, because the app's delay of a second would otherwise end during another test.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(location, 'replace').mockImplementation(address => {
      left.push(new URL(address));
    });
    setSettings({ facebookAppId: '1234' });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

export const toasts = () => overlay.toasts.map(toast => toast.message);
export const notes = () => overlay.notes.map(note => note.message);
/** The address without its origin. */
export const here = () => location.pathname + location.search + location.hash;

/** Waits without advancing the fake timers. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setImmediate(resolve));
}

/** Opens an address and starts a sign-in; returns the `state` that the login dialog gets. */
export async function leaveFrom(address: string): Promise<string> {
  await openPage(address);
  await signInAndLeave();
  return left.at(-1)?.searchParams.get('state') ?? '';
}

export async function signInAndLeave(): Promise<void> {
  const before = left.length;
  flow.signIn().catch(() => undefined);
  await until(() => left.length > before);
}

/** Returns from the login dialog to Home, with the result in the fragment. */
export function comeBack(result: Record<string, string>): Promise<void> {
  return openPage(`/#${new URLSearchParams(result)}`);
}
