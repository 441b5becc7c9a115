import { clientHooks } from '../../api/client.ts';
import { NetworkError } from '../../api/errors.ts';
import { firstLanguage, language, loadAllWords, speak } from '../../i18n/i18n.ts';
import { languages } from '../../i18n/languages.ts';
import { basePath, pathOf, paths } from '../../paths.ts';
import { bridge, bridgeHooks, openBridge } from '../../platform/bridge/bridge.ts';
import { watchErrors } from '../../platform/error-log.ts';
import { host, shellLanguage } from '../../platform/host.ts';
import { leaveGuard } from '../../platform/navigation.ts';
import { whenIdle } from '../../platform/when-idle.ts';
import { toast } from '../../state/overlay.ts';
import { loadToken, session } from '../../state/session.ts';
import { hasFeature } from '../account/has-feature.ts';
import { savedLanguage } from './saved-language.ts';
// Listen from the start: one module reads the address, the other waits for the browser's install offer.
import '../../platform/bridge/entry-address.ts';
import '../../platform/install.ts';

/** Runs before the first screen: sets the language, loads the token, and completes a sign-in. */
export async function start(): Promise<void> {
  watchErrors();
  tidyAddress();
  clientHooks.language = language;
  clientHooks.refresh = async (refused, name) => (await openSignIn()).renewToken(refused, name);
  clientHooks.hasFeature = hasFeature;
  bridgeHooks.showMessage = message => toast(message);
  const dialogResult = takeDialogResult();
  await Promise.all([
    // If the user's language fails to load, load the first language in the list.
    speak(firstLanguage(savedLanguage.read(), shellLanguage(navigator.userAgent))).catch(() =>
      speak(languages[0].code),
    ),
    openBridge(),
    host === 'im' && addImParts(),
  ]);
  leaveGuard();
  if (dialogResult) endSignIn(dialogResult);
  followOthers();
  knowUser().then(sendClientEvents);
  if (import.meta.env.PROD) prepareForOffline();
}

/** Replaces a variant of a screen's address, for example with capital letters, by the app's own form. */
function tidyAddress(): void {
  const { pathname, search, hash } = location;
  const path = pathOf(pathname);
  const isScreen = Object.values<string>(paths).includes(path);
  if (isScreen && basePath + path !== pathname)
    history.replaceState(history.state, '', basePath + path + search + hash);
}

/** Loads the sign-in code on demand, because most visits need no sign-in. */
async function openSignIn(): Promise<typeof import('../account/sign-in.ts')> {
  try {
    const [signIn] = await Promise.all([import('../account/sign-in.ts'), loadAllWords()]);
    return signIn;
  } catch (cause) {
    throw new NetworkError('', cause);
  }
}

/** If a login page redirected here, returns its parameters and removes them from the address; otherwise null. */
function takeDialogResult(): URLSearchParams | null {
  const { pathname, search, hash } = location;
  const isResult = (found: URLSearchParams) =>
    found.has('state') && ['access_token', 'error', 'code'].some(name => found.has(name));
  const inHash = new URLSearchParams(hash.slice(1));
  // WeChat and OpenID Connect issuers use the query; some also add a fragment.
  const result = isResult(inHash) ? inHash : new URLSearchParams(search);
  if (!isResult(result)) return null;
  history.replaceState(history.state, '', pathname + (result === inHash ? search : ''));
  return result;
}

async function endSignIn(dialogResult: URLSearchParams): Promise<void> {
  await openSignIn().then(
    ({ finishSignIn }) => finishSignIn(dialogResult),
    () => toast('error.network'),
  );
}

/** Waits until the browser is idle. That is early enough, because Chrome's translation first comes from a server. */
async function followOthers(): Promise<void> {
  await whenIdle();
  await import('./follow-others.ts').then(({ followOthers }) => followOthers()).catch(() => undefined);
}

/** Loads the token from durable storage. Home loads no user, so this also closes the ad banner for a subscriber. */
async function knowUser(): Promise<void> {
  await whenIdle();
  // Screens that need the token earlier load it themselves.
  await loadToken();
  if (bridge.closeBannerAd && session.token && !session.user) {
    await import('../account/load-user.ts')
      .then(({ loadUser }) => loadUser({ signIn: false }))
      .catch(() => undefined);
  }
}

/** Guests send no reports, because only `getUserInfo` says if the backend accepts reports. */
async function sendClientEvents(): Promise<void> {
  if (!session.token) return;
  await import('../account/send-client-events.ts')
    .then(({ sendClientEvents }) => sendClientEvents())
    .catch(() => undefined);
}

/** Waits until the browser is idle, because on slow phone networks the first screen must load first. */
async function prepareForOffline(): Promise<void> {
  await whenIdle();
  await import('./update-app.ts').then(({ updateApp }) => updateApp()).catch(() => undefined);
}

/** If this fails, the page works as in a plain browser. */
async function addImParts(): Promise<void> {
  await import('./start-im.ts').then(({ startIm }) => startIm()).catch(() => undefined);
}
