import { NativeShell } from '../../support/phone/native-shell.ts';
import { portrait } from '../../support/portrait.ts';
import { test as base, expect } from './story.ts';

declare global {
  interface Window {
    tellNative: (json: string) => Promise<string | null>;
  }
}

/** The user agent of an Android native app on a Chinese phone. */
const shellAgent =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 TyyShell/1.0 Language/zh-CN';

/** A story inside an Android native app on a Chinese phone. `shell` is the native side, which outlives each page. */
export const test = base.extend<{ shell: NativeShell }>({
  userAgent: shellAgent,
  shell: [
    async ({ context, userName, baseURL }, use) => {
      const shell = new NativeShell({ origin: baseURL ?? '', userName, photo: portrait });
      // Add the bridge that Android's `addJavascriptInterface` would inject before the page's scripts run.
      await context.exposeFunction('tellNative', (json: string) => shell.handle(json));
      await context.addInitScript(() => {
        window.tyyShell = {
          async postMessage(json) {
            const reply = await window.tellNative(json);
            if (reply !== null) window.tyyBridge?.receive(reply);
          },
        };
      });
      await use(shell);
    },
    { auto: true },
  ],
});

export { expect };
