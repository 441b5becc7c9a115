import { shellTransport } from './bridge/shell-transport.ts';

/** Where the app runs: the native app's webview, WeChat's browser, or a browser tab (also an installed PWA). */
export type Host = 'shell' | 'im' | 'browser';

/** Tells the host from the user agent, which the shell ends with `TyyShell/<version> Language/<code>`, and from the shell's injected object. */
export function hostOf(userAgent: string, hasShellObject = false): Host {
  if (hasShellObject || / TyyShell\//.test(userAgent)) return 'shell';
  if (/MicroMessenger/i.test(userAgent)) return 'im';
  return 'browser';
}

/** The host of this page; it never changes while the page lives. */
export const host: Host = hostOf(navigator.userAgent, shellTransport() !== undefined);

/** The language code that the shell names at the end of its user agent, such as `zh-CN`; null elsewhere. */
export function shellLanguage(userAgent: string): string | null {
  return / Language\/([A-Za-z-]+)$/.exec(userAgent)?.[1] ?? null;
}
