import { expect } from '@playwright/test';
import { type ApiUser, signInAt } from '../../support/api/api.ts';
import { NativeShell } from '../../support/phone/native-shell.ts';
import { portrait } from '../../support/portrait.ts';
import { test as base } from './backends.ts';
import { type Engine, openFirefox, openShell, openWebKit } from './engine.ts';
import { type OwnBackend, ownBackend } from './own-backend.ts';

export { expect };

/** Engines other than Chromium; `shell` is WebKit as the webview of a native app. */
export type EngineName = 'Firefox' | 'WebKit' | 'shell';

interface EngineStory {
  origin: string;
  /** A unique name. Signing in with this name creates the user. */
  userName: string;
  /** The user with this name; no page is signed in yet. */
  user: ApiUser;
  native: NativeShell;
  /** Starts an engine that closes at the end of the story. */
  start(name: EngineName, options?: { isPrivate?: boolean; isResisting?: boolean }): Promise<Engine>;
}

let users = 0;

/** A story in engines other than Chromium, with a backend in this process that makes plain pics at once. */
export const test = base.extend<EngineStory & OwnBackend>({
  ...ownBackend,
  origin: async ({ served }, use) => use(served.origin),
  userName: async ({}, use) => use(`Traveller ${process.pid} ${Date.now()} ${++users}`),
  user: async ({ origin, userName }, use) => use(await signInAt(origin, userName)),
  native: async ({ origin, userName }, use) => use(new NativeShell({ origin, userName, photo: portrait })),
  start: async ({ native }, use, info) => {
    const engines: Engine[] = [];
    await use(async (name, options) => {
      const engine = await (name === 'Firefox'
        ? openFirefox(options)
        : name === 'WebKit'
          ? openWebKit(options)
          : openShell(native));
      engines.push(engine);
      return engine;
    });
    const pages = info.status === info.expectedStatus ? null : await describePages(engines, native);
    for (const engine of engines) await engine.close();
    // Thrown, because the summary in the log shows errors in full, but only the paths of attachments.
    if (pages) throw new Error(`The pages:\n${pages}`);
  },
});

/** Describes the pages like Playwright describes its own: address, text, disabled buttons and calls. */
async function describePages(engines: Engine[], native: NativeShell): Promise<string> {
  const script = `
    const disabled = [...document.querySelectorAll('button:disabled')].map(({ textContent }) => textContent);
    return [location.href, document.body.innerText, 'disabled: ' + disabled, 'hit: ' + window.wasHit].join('\\n');`;
  const tabs = engines.flatMap(({ tab }) => [tab, ...tab.others]);
  const pages = await Promise.all(tabs.map(tab => tab.run(script).catch(String)));
  const calls = native.calls.map(({ method }) => method).join(' ');
  return [...pages, calls].join('\n\n');
}

/** A page script that signs the page in unless it has a token. */
export const signInScript = ({ token }: ApiUser): string =>
  `if (!localStorage.getItem('tyy.token')) localStorage.setItem('tyy.token', ${JSON.stringify(token)});`;

/**
 * A script that enters the name in the login dialog; false if the dialog is not open. It presses the button only after
 * it has returned, because leaving the page would lose its result.
 */
export const nameScript = (name: string): string => `
  const input = document.querySelector('input[name=name]');
  if (!input) return false;
  input.value = ${JSON.stringify(name)};
  setTimeout(() => document.querySelector('button[value=sign-in]').click());
  return true;`;
