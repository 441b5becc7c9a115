import type { CallName } from '../../../server/contract/calls.ts';
import { getUser, login } from '../../api/account.ts';
import { NetworkError } from '../../api/errors.ts';
import { isReachable } from '../../api/is-reachable.ts';
import { getJobs } from '../../api/jobs.ts';
import { basePath, paths } from '../../paths.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import { Cancelled } from '../../platform/cancelled.ts';
import { leaveForReturn, wayToDeparture } from '../../platform/leave-for-return.ts';
import { go } from '../../platform/navigation.ts';
import { randomText } from '../../platform/random-text.ts';
import { removeSeen } from '../../platform/storage/user-data.ts';
import { note, toast, withLoading } from '../../state/overlay.ts';
import {
  clearToken,
  loadToken,
  loadUserLastSeen,
  saveToken,
  session,
  takeNewerToken,
} from '../../state/session.ts';
import type { LoginPage } from './choose-login.ts';
import { loadUser } from './load-user.ts';
import { savedDeparture, savedDialog, takeDeparture } from './saved-departure.ts';

/** Time between a successful sign-in and the requested screen, ms. */
const redirectDelay = 1000;
/** A token that is refused sooner than this after its sign-in is not refused for its age, ms; longer than a call may take. */
const freshTime = 3 * 60 * 1000;

/** A tab that left for the dialog keeps the others from leaving for it by themselves as long, ms. */
const dialogTime = 2 * 60 * 1000;

let running: Promise<void> | null = null;
/** The refused token that stays until there is another one. */
let replaced: string | null = null;
let abandon = () => {};
/** When this page got its token, ms since 1970; 0: it came from an earlier page. */
let signedInAt = 0;
let failure: 'refused' | 'failed' | null = null;

/**
 * What came of the last sign-in where it brought no user, 'refused': the server refused the fresh token. Only the user begins
 * the next one.
 */
export const signInFailure = (): typeof failure => failure;

/** Signs in because the user wants it, or has asked for it in another part of the app at the same time. */
export function signIn(): Promise<void> {
  running ??= begin(leaveForDialog);
  return running;
}

/**
 * Signs in by itself where a user is needed, however many parts of the app ask: they share one attempt, and once it has failed
 * they are refused.
 */
export function signInOnce(): Promise<void> {
  if (!running && failure) return Promise.reject(new Cancelled());
  running ??= begin(async path => {
    const since = savedDialog.read();
    // Another tab is there for the same cause.
    if (since !== null && Math.abs(Date.now() - since) < dialogTime) throw new Cancelled();
    await leaveForDialog(path);
  });
  return running;
}

function begin(leave: (path: string) => Promise<void>): Promise<void> {
  failure = null;
  const abandoned = new Promise<never>((_, reject) => {
    abandon = () => reject(new Cancelled());
  });
  const mine = Promise.race([attempt(leave), abandoned])
    .catch(error => {
      if (running === mine) failure = 'failed';
      throw error;
    })
    .finally(() => {
      if (running === mine) running = null;
    });
  return mine;
}

/** Gives up a sign-in that never ends: its callers are rejected, and the next one starts afresh. */
export function abandonSignIn(): void {
  abandon();
  running = null;
}

/**
 * Gets another token in the place of one that was refused to a call; null: the call carried none. True also if another call accepts
 * the token: then it stays, and only the one call is refused. False if a new one would not help: the refused one is fresh, or was
 * refused before.
 */
export async function renewToken(refused: string | null, name: CallName): Promise<boolean> {
  if (session.token !== refused) return session.token !== null;
  if (refused !== null) {
    if (takeNewerToken() || (await isAccepted(name))) return true;
    if (session.token !== refused) return session.token !== null;
    failure = Math.abs(Date.now() - signedInAt) < freshTime ? 'refused' : null;
    // A native login that brings the same user back leaves what is on the screen, which would all be loaded once more.
    const user = failure === null && bridge.login ? (session.user ?? (await loadUserLastSeen())) : null;
    if (session.token !== refused) return session.token !== null;
    if (user) return renewInPlace(refused, user.userId);
    clearToken();
  }
  if (failure === 'refused') return false;
  await signInOnce();
  return true;
}

/** Signs in by the phone while the screen stays; it is shown anew where that fails, or brings another user. */
async function renewInPlace(refused: string, userId: string): Promise<boolean> {
  replaced = refused;
  try {
    await signInOnce();
    if ((await getUser({ signIn: false })).userId === userId) return true;
    throw new Cancelled();
  } catch (error) {
    const { token } = session;
    clearToken();
    if (token === null || token === refused) throw error;
    // Once the screen is gone.
    await new Promise(resolve => setTimeout(resolve));
    saveToken(token);
    return true;
  } finally {
    replaced = null;
  }
}

/** Whether the API accepts the token for another call than this one, which may refuse everybody. */
async function isAccepted(name: CallName): Promise<boolean> {
  const options = { signIn: false };
  const other = name === 'getUserInfo' ? getJobs(1, options) : getUser(options);
  return other.then(
    () => true,
    () => false,
  );
}

async function attempt(leave: (path: string) => Promise<void>): Promise<void> {
  await loadToken();
  if (session.token !== replaced || takeNewerToken()) return;
  const path = location.pathname.slice(basePath.length) + location.search;
  if (!bridge.login) return leave(path);
  const { login_type, token } = await bridge.login();
  await enter(await login(login_type, token));
}

async function enter(token: string): Promise<void> {
  await removeSeen();
  signedInAt = Date.now();
  saveToken(token, replaced !== null);
}

/** Sends the page to the login dialog; the promise ends only when the browser shows the page again as it was left. */
async function leaveForDialog(path: string): Promise<void> {
  // The user stepped back from the dialog to a reloaded page. Leaving again at once would trap them.
  if (takeDeparture()) throw new Cancelled();
  if (!(await isReachable())) {
    // Offline the browser shows its own error page, from which there is no way back.
    toast('offline');
    throw new Cancelled();
  }
  const state = randomText(32);
  const home = `${location.origin}${basePath}${paths.home}`;
  const { page, visit } = await findLoginPage(state, home);
  savedDeparture.write({ state, path, visit, entries: 0 });
  // Without the saved `state` the return from the dialog cannot be verified.
  if (savedDeparture.read() === null) {
    note('sign-in.blocked');
    throw new Cancelled();
  }
  savedDialog.write(Date.now());
  await leaveForReturn(page, entries => savedDeparture.write({ state, path, visit, entries }));
  return new Promise((resolve, reject) => {
    const onReturn = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      takeDeparture();
      if (takeNewerToken()) resolve();
      else reject(new Cancelled());
    };
    window.addEventListener('pageshow', onReturn, { once: true });
  });
}

/** Ends a sign-in that came back from the dialog, and after a second opens the screen that had asked for it. */
export async function finishSignIn(result: URLSearchParams): Promise<void> {
  const departure = takeDeparture();
  const code = result.get('code');
  const providerToken = result.get('access_token') ?? code;
  if (!departure || departure.state !== result.get('state')) return note('sign-in.not-ours');
  if (!providerToken) {
    const isAway = result.get('error') === 'temporarily_unavailable';
    return toast(isAway ? 'sign-in.failed' : 'sign-in.cancelled');
  }
  const open = wayToDeparture(departure.entries, () => go(insidePath(departure.path), { replace: true }));
  const { loginType, proof } = departure.visit ?? { loginType: code ? 'wechat' : 'facebook' };
  const iss = result.get('iss');
  try {
    await withLoading('sign-in.running', async () =>
      enter(await login(loginType, providerToken, proof && { ...proof, ...(iss && { iss }) })),
    );
  } catch (error) {
    // The client has shown the server's words; only the way on is missing.
    if (error instanceof NetworkError) toast('sign-in.failed');
    return;
  }
  // A misconfigured server may refuse its own fresh token; the opened screen then shows that.
  loadUser().then(
    () => toast('sign-in.done'),
    () => undefined,
  );
  setTimeout(open, redirectDelay);
}

/** The path when it leads to a screen of ours, else Home: never another origin. */
export function insidePath(path: string): string {
  const { pathname, search } = new URL(location.origin + (path.startsWith('/') ? path : paths.home));
  // A path that begins with two slashes is read as the name of another host.
  return pathname.startsWith('//') ? paths.home : pathname + search;
}

/** The page to sign in at, which leads back to `home` with `state`; where several are offered, the user chooses. */
async function findLoginPage(state: string, home: string): Promise<LoginPage> {
  const page = bridge.loginPage?.(state, home);
  if (page) return { page, visit: null };
  // Written out, so that a build without issuers leaves their part away.
  const issuer = import.meta.env.VITE_LOGINS
    ? await (await import('./choose-login.ts')).chooseLogin(import.meta.env.VITE_LOGINS, state, home)
    : null;
  return issuer ?? { page: loginDialog(state, home), visit: null };
}

function loginDialog(state: string, home: string): URL {
  // Each written out: taken apart, all settings would come with it.
  const address = import.meta.env.VITE_LOGIN_DIALOG_URL ?? 'https://www.facebook.com/dialog/oauth';
  const dialog = new URL(address, location.origin);
  dialog.search = new URLSearchParams({
    client_id: import.meta.env.VITE_FACEBOOK_APP_ID ?? '',
    redirect_uri: home,
    state,
    response_type: 'token',
  }).toString();
  return dialog;
}
