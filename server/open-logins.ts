import { facebookLogin } from './accounts/facebook-login.ts';
import type { LoginProvider } from './accounts/login.ts';
import { openWechatLogin } from './accounts/wechat-login.ts';
import { sandboxLogin } from './sandbox/sandbox-login.ts';
import type { Config } from './settings/config.ts';

/** The providers of sign-in by their login_type: the real ones, else the sandbox's. */
export function openLogins(
  { facebook, wechatLogin, sandbox }: Config,
  clock: () => number,
  onProblem: (problem: Error) => void,
): Map<string, LoginProvider> {
  const logins = new Map<string, LoginProvider>();
  if (sandbox) logins.set('facebook', sandboxLogin);
  if (facebook) logins.set('facebook', facebookLogin(facebook, clock, onProblem));
  if (wechatLogin) logins.set('wechat', openWechatLogin(wechatLogin, onProblem));
  return logins;
}
