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
// Both watch from the first moment: the one for the address before it is rewritten, the other for the browser's offer.
import '../../platform/bridge/entry-address.ts';
import '../../platform/install.ts';

/** Everything that happens before the first screen: the language, the token, the end of a sign-in. */
export async function start(): Promise<void> {
  watchErrors();
  tidyAddress();
  clientHooks.language = language;
  clientHooks.refresh = async (refused, name) => (await openSignIn()).renewToken(refused, name);
  clientHooks.hasFeature = hasFeature;
  bridgeHooks.showMessage = message => toast(message);
  const dialogResult = takeDialogResult();
  await Promise.all([
    // Better in another language than not at all.
    speak(firstLanguage(savedLanguage.read(), shellLanguage(navigator.userAgent))).catch(() =>
      speak(languages[0].code),
    ),
    openBridge(),
    host === 'im' && addImParts(),
  ]);
  leaveGuard();
  if (dialogResult) endSignIn(dialogResult);
  followOthers();
  knowUser().then(reportPage);
  if (import.meta.env.PROD) prepareForOffline();
}

/** Writes the address as the app does: others mean the same screen. */
function tidyAddress(): void {
  const { pathname, search, hash } = location;
  const path = pathOf(pathname);
  const isScreen = Object.values<string>(paths).includes(path);
  if (isScreen && basePath + path !== pathname)
    history.replaceState(history.state, '', basePath + path + search + hash);
}

/** Downloads the sign-in and what it says: most visits need none. */
async function openSignIn(): Promise<typeof import('../account/sign-in.ts')> {
  try {
    const [signIn] = await Promise.all([import('../account/sign-in.ts'), loadAllWords()]);
    return signIn;
  } catch (cause) {
    throw new NetworkError('', cause);
  }
}

/** What a login page put into the address, when the page was opened by its return; the address is cleaned. */
function takeDialogResult(): URLSearchParams | null {
  const { pathname, search, hash } = location;
  const isResult = (found: URLSearchParams) =>
    found.has('state') && ['access_token', 'error', 'code'].some(name => found.has(name));
  const inHash = new URLSearchParams(hash.slice(1));
  // WeChat and issuers put it into the query, some with a fragment of their own behind it.
  const result = isResult(inHash) ? inHash : new URLSearchParams(search);
  if (!isResult(result)) return null;
  history.replaceState(history.state, '', pathname + (result === inHash ? search : ''));
  return result;
}

/** Ends the sign-in that the login dialog has returned from. */
async function endSignIn(dialogResult: URLSearchParams): Promise<void> {
  await openSignIn().then(
    ({ finishSignIn }) => finishSignIn(dialogResult),
    () => toast('error.network'),
  );
}

/** Before Chrome has asked its own server for a translation. */
async function followOthers(): Promise<void> {
  await whenIdle();
  await import('./follow-others.ts').then(({ followOthers }) => followOthers()).catch(() => undefined);
}

/** Loads a token that only the durable cache has, and closes a subscriber's banner on Home too, which loads no user by itself. */
async function knowUser(): Promise<void> {
  await whenIdle();
  // A screen that needs the token does not wait for this.
  await loadToken();
  if (bridge.closeBannerAd && session.token && !session.user) {
    await import('../account/load-user.ts')
      .then(({ loadUser }) => loadUser({ signIn: false }))
      .catch(() => undefined);
  }
}

/** Only getUserInfo says whether the backend takes reports, so guests send none. */
async function reportPage(): Promise<void> {
  if (!session.token) return;
  await import('./report-page.ts').then(({ reportPage }) => reportPage()).catch(() => undefined);
}

/** Only after everything that the first screen needs: the network of a phone is slow enough. */
async function prepareForOffline(): Promise<void> {
  await whenIdle();
  await import('./update-app.ts').then(({ updateApp }) => updateApp()).catch(() => undefined);
}

/** Without them the page is still a browser's. */
async function addImParts(): Promise<void> {
  await import('./start-im.ts').then(({ startIm }) => startIm()).catch(() => undefined);
}
