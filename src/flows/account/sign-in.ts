import type { CallName } from '../../../server/contract/calls.ts';
import { getUser, login } from '../../api/account.ts';
import { NetworkError } from '../../api/errors.ts';
import { isReachable } from '../../api/is-reachable.ts';
import { getJobs } from '../../api/jobs.ts';
import { languageEntry } from '../../i18n/i18n.ts';
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
import { savedDeparture, savedDialog, savedSignIn, takeDeparture } from './saved-departure.ts';

/** Delay between a successful sign-in and the opening of the requested screen, ms. */
const redirectDelay = 1000;
/** Longer than a call's time limit, ms. A refusal so soon after a sign-in does not mean that the token expired. */
const freshTime = 3 * 60 * 1000;

/** While one tab is at the login dialog, other tabs wait this long before they open the dialog on their own, ms. */
const dialogTime = 2 * 60 * 1000;

let running: Promise<void> | null = null;
/** A refused token that stays in the session until a new token replaces it. */
let replaced: string | null = null;
let abandon = () => {};
/** The time when this page got its token, ms since 1970; 0 if an earlier page got it. */
let signedInAt = 0;
let failure: 'refused' | 'failed' | null = null;

/** After a failure, only the user can start another sign-in. 'refused': the server refused a fresh token. */
export const signInFailure = (): typeof failure => failure;

/** The native app names the legal texts at its own login. Elsewhere the app does, in some languages with a box to tick. */
export function legalOfSignIn(): { tick: boolean } | null {
  return bridge.login ? null : { tick: languageEntry().ticksTerms };
}

/** Signs in because the user asked for it. Concurrent callers share one attempt. */
export function signIn(): Promise<void> {
  running ??= begin(path => {
    savedSignIn.remove();
    return leaveForDialog(path);
  });
  return running;
}

/** Signs in because a call needs a user. Callers share one attempt; after a failure, calls reject at once. */
export function signInOnce(): Promise<void> {
  if (!running && failure) return Promise.reject(new Cancelled());
  running ??= begin(async path => {
    // The user must tick the box first, on the screen that appears now.
    if (legalOfSignIn()?.tick) throw new Cancelled();
    // The server has refused a token that it just issued, so another sign-in would not help.
    if (isFresh()) throw new Cancelled();
    const since = savedDialog.read();
    // Another tab is already at the login dialog, so do not open a second one.
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
      if (running === mine) failure = isFresh() ? 'refused' : 'failed';
      throw error;
    })
    .finally(() => {
      if (running === mine) running = null;
    });
  return mine;
}

/** Cancels a sign-in that takes too long. Its callers' promises reject, and the next call starts a new sign-in. */
export function abandonSignIn(): void {
  abandon();
  running = null;
}

/**
 * Replaces a token that the server refused in the call `name` (null if the call sent no token). Returns true if there
 * is a new token, or if another call accepts the old token, so that only this call is refused. Returns false if a new
 * token would not help, because the server refused a fresh one.
 */
export async function renewToken(refused: string | null, name: CallName): Promise<boolean> {
  if (session.token !== refused) return session.token !== null;
  if (refused !== null) {
    if (takeNewerToken() || (await isAccepted(name))) return true;
    if (session.token !== refused) return session.token !== null;
    failure = isFresh() ? 'refused' : null;
    // If the native app can sign in the same user again, keep the screen, so that not everything loads again.
    const user = failure === null && bridge.login ? (session.user ?? (await loadUserLastSeen())) : null;
    if (session.token !== refused) return session.token !== null;
    if (user) return renewInPlace(refused, user.userId);
    clearToken();
  }
  if (failure === 'refused') return false;
  await signInOnce();
  return true;
}

/** True if this tab signed in so recently that its token cannot have expired. */
function isFresh(): boolean {
  return Math.abs(Date.now() - (savedSignIn.read() ?? signedInAt)) < freshTime;
}

/** Signs in through the native app. Replaces the screen if that fails or returns another user. */
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
    // Wait, so that the old screen unmounts first.
    await new Promise(resolve => setTimeout(resolve));
    saveToken(token);
    return true;
  } finally {
    replaced = null;
  }
}

/** True if the API accepts the token in a call other than `name`, because `name` may refuse every token. */
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
  // The page did not send client events while nobody was signed in.
  import('./send-client-events.ts').then(({ sendClientEvents }) => sendClientEvents()).catch(() => undefined);
}

/** Goes to the login page. After that, the promise settles only if the browser restores this page from its cache. */
async function leaveForDialog(path: string): Promise<void> {
  // A saved departure means that the user came back from the dialog without a result, and that this page has reloaded.
  // Leaving again would trap the user.
  if (takeDeparture()) throw new Cancelled();
  if (!(await isReachable())) {
    // Without a network the browser would show its own error page, which has no way back.
    toast('offline');
    throw new Cancelled();
  }
  const state = randomText(32);
  const home = `${location.origin}${basePath}${paths.home}`;
  const { page, visit } = await findLoginPage(state, home);
  savedDeparture.write({ state, path, visit, entries: 0 });
  // If `state` was not saved, do not leave, because the app could not verify the redirect back.
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

/** Completes a sign-in after the redirect from the login page. Opens the requested screen a second later. */
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
    savedSignIn.write(signedInAt);
  } catch (error) {
    // The API client has shown all other errors.
    if (error instanceof NetworkError) toast('sign-in.failed');
    return;
  }
  // A misconfigured server may refuse its own fresh token; the screen that opens next shows that failure.
  loadUser().then(
    () => {
      // The token works, so a later refusal does not mean that the server refuses fresh tokens.
      savedSignIn.remove();
      toast('sign-in.done');
    },
    () => undefined,
  );
  setTimeout(open, redirectDelay);
}

/** Returns a path on this origin unchanged, and Home for anything else. */
export function insidePath(path: string): string {
  const { pathname, search } = new URL(location.origin + (path.startsWith('/') ? path : paths.home));
  // Browsers treat a path with two leading slashes as another host.
  return pathname.startsWith('//') ? paths.home : pathname + search;
}

/** Returns the page to sign in at, which redirects to `home` with `state`. Asks the user if there are several pages. */
async function findLoginPage(state: string, home: string): Promise<LoginPage> {
  const page = bridge.loginPage?.(state, home);
  if (page) return { page, visit: null };
  const issuer = appSettings.logins
    ? await (await import('./choose-login.ts')).chooseLogin(appSettings.logins, state, home)
    : null;
  return issuer ?? { page: loginDialog(state, home), visit: null };
}

function loginDialog(state: string, home: string): URL {
  const { loginDialogUrl = 'https://www.facebook.com/dialog/oauth', facebookAppId = '' } = appSettings;
  const dialog = new URL(loginDialogUrl, location.origin);
  dialog.search = new URLSearchParams({
    client_id: facebookAppId,
    redirect_uri: home,
    state,
    response_type: 'token',
  }).toString();
  return dialog;
}
