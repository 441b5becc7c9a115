import { loadExtraWords } from '../../i18n/extra-words.ts';
import { text } from '../../i18n/i18n.ts';
import { serviceName, spaced } from '../../i18n/service-names.ts';
import { Cancelled } from '../../platform/cancelled.ts';
import { randomText } from '../../platform/random-text.ts';
import { sha256Hex } from '../../platform/upload/sha256-hex.ts';
import { ask } from '../../state/overlay.ts';
import type { IssuerVisit } from './saved-departure.ts';

/** The page at which the user signs in. `visit` is null for the login dialog and for WeChat. */
export interface LoginPage {
  page: URL;
  visit: IssuerVisit | null;
}

/** The name of the login dialog in the list `logins`. */
const dialog = 'facebook';

/**
 * Returns an issuer's sign-in page, or null for the login dialog. If there are several `loginTypes`, asks the user;
 * rejects with `Cancelled` if the user closes that question.
 */
export async function chooseLogin(
  loginTypes: readonly string[],
  state: string,
  home: string,
): Promise<LoginPage | null> {
  const loginType = loginTypes.length > 1 ? await askFor(loginTypes) : loginTypes[0];
  if (!loginType || loginType === dialog) return null;
  const [code_verifier, nonce] = [randomText(64), randomText(32)];
  // The API's page that redirects the browser to the issuer.
  const page = new URL(`${appSettings.apiBase ?? ''}/sign-in`, location.origin);
  const code_challenge = await challengeOf(code_verifier);
  const query = { login_type: loginType, redirect_uri: home, state, nonce, code_challenge };
  page.search = new URLSearchParams(query).toString();
  return { page, visit: { loginType, proof: { redirect_uri: home, code_verifier, nonce } } };
}

async function askFor(loginTypes: readonly string[]): Promise<string> {
  await loadExtraWords().catch(() => undefined);
  const chosen = await ask({
    title: 'sign-in.title',
    choices: loginTypes.map((value, place) => ({
      value,
      label: { text: spaced(text('sign-in.with', { service: serviceName(value) })) },
      kind: place === 0 ? 'primary' : 'quiet',
    })),
  });
  if (chosen === null) throw new Cancelled();
  return chosen;
}

/** The code challenge of RFC 7636: the verifier's SHA-256 in base64url. */
async function challengeOf(verifier: string): Promise<string> {
  const bytes = (await sha256Hex(verifier)).match(/../g) ?? [];
  return btoa(bytes.map(byte => String.fromCharCode(parseInt(byte, 16))).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
