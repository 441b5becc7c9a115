import { shellTransport } from './bridge/shell-transport.ts';

/** The native app's webview, WeChat's browser, or a browser tab (also an installed PWA). */
export type Host = 'shell' | 'im' | 'browser';

/** The shell's user agent ends with `TyyShell/<version> Language/<code>`; it may also inject an object. */
export function hostOf(userAgent: string, hasShellObject = false): Host {
  if (hasShellObject || / TyyShell\//.test(userAgent)) return 'shell';
  if (/MicroMessenger/i.test(userAgent)) return 'im';
  return 'browser';
}

export const host: Host = hostOf(navigator.userAgent, shellTransport() !== undefined);

/** The language code at the end of the shell's user agent, such as `zh-CN`; null elsewhere. */
export function shellLanguage(userAgent: string): string | null {
  return / Language\/([A-Za-z-]+)$/.exec(userAgent)?.[1] ?? null;
}
