import { facebookLogin } from './accounts/facebook-login.ts';
import type { LoginProvider } from './accounts/login.ts';
import { sandboxLogin } from './sandbox/sandbox-login.ts';
import type { Config } from './settings/config.ts';

/** The providers of sign-in by their login_type: the real one, else the sandbox's. */
export function openLogins(
  { facebook, sandbox }: Config,
  clock: () => number,
  onProblem: (problem: Error) => void,
): Map<string, LoginProvider> {
  if (facebook) return new Map([['facebook', facebookLogin(facebook, clock, onProblem)]]);
  return new Map(sandbox ? [['facebook', sandboxLogin]] : []);
}
