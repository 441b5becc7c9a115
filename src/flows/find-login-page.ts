import { bridge } from '../platform/bridge/bridge.ts';
import type { LoginPage } from './choose-login.ts';

/** The page to sign in at, which leads back to `home` with `state`; where several are offered, the user chooses. */
export async function findLoginPage(state: string, home: string): Promise<LoginPage> {
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
