import { facebookLogin } from './accounts/facebook-login.ts';
import type { LoginProvider } from './accounts/login.ts';
import { type FindSignInPage, openOidcLogin } from './accounts/oidc/open-oidc-login.ts';
import { openWechatLogin } from './accounts/wechat-login.ts';
import { sandboxLogin } from './sandbox/sandbox-login.ts';
import type { Config } from './settings/config.ts';

/** Who signs users in, and the pages of those to which a browser is sent; both by the login_type. */
export interface Logins {
  loginProviders: Map<string, LoginProvider>;
  signInPages: Map<string, FindSignInPage>;
}

/** Opens the providers of sign-in: the real ones, else the sandbox's. */
export function openLogins(
  { facebook, wechatLogin, issuers, sandbox }: Config,
  clock: () => number,
  onProblem: (problem: Error) => void,
  onRefusal: (reason: string) => void,
): Logins {
  const loginProviders: Logins['loginProviders'] = new Map();
  const signInPages: Logins['signInPages'] = new Map();
  if (sandbox) loginProviders.set('facebook', sandboxLogin);
  if (facebook) loginProviders.set('facebook', facebookLogin(facebook, clock, onProblem));
  if (wechatLogin) loginProviders.set('wechat', openWechatLogin(wechatLogin, onProblem));
  for (const issuer of issuers) {
    const { login, findPage } = openOidcLogin(issuer, clock, onProblem, onRefusal);
    loginProviders.set(issuer.loginType, login);
    if (findPage) signInPages.set(issuer.loginType, findPage);
  }
  return { loginProviders, signInPages };
}
