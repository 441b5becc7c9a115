import { shellTransport } from './bridge/shell-transport.ts';

/** 'shell' is the native app's webview, 'im' is WeChat's browser, 'browser' is a browser tab or an installed PWA. */
export type Host = 'shell' | 'im' | 'browser';

/** The native app's user agent ends with `TyyShell/<version> Language/<code>`, or it injects an object. */
export function hostOf(userAgent: string, hasShellObject = false): Host {
  if (hasShellObject || / TyyShell\//.test(userAgent)) return 'shell';
  if (/MicroMessenger/i.test(userAgent)) return 'im';
  return 'browser';
}

export const host: Host = hostOf(navigator.userAgent, shellTransport() !== undefined);

/** Reads the language code from the native app's user agent, for example `zh-CN`. Null in other hosts. */
export function shellLanguage(userAgent: string): string | null {
  return / Language\/([A-Za-z-]+)$/.exec(userAgent)?.[1] ?? null;
}
