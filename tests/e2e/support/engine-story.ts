import { expect } from '@playwright/test';
import { type ApiUser, signInAt } from '../../support/api/api.ts';
import { NativeShell } from '../../support/phone/native-shell.ts';
import { portrait } from '../../support/portrait.ts';
import { test as base } from './backends.ts';
import { type Engine, openFirefox, openShell, openWebKit } from './engine.ts';
import { type OwnBackend, ownBackend } from './own-backend.ts';

export { expect };

/** Engines other than Chromium. `shell` is a WebKit webview in a native app. */
export type EngineName = 'Firefox' | 'WebKit' | 'shell';

interface EngineStory {
  origin: string;
  /** A unique name. The first sign-in with this name creates the user. */
  userName: string;
  /** The user `userName`, who is not signed in on any page. */
  user: ApiUser;
  native: NativeShell;
  /** Starts an engine that closes at the end of the story. */
  start(name: EngineName, options?: { isPrivate?: boolean; isResisting?: boolean }): Promise<Engine>;
}

let users = 0;

/** A story in engines other than Chromium. Its backend runs in this process and makes plain pics at once. */
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
    // Throw the text instead of attaching it, because the log shows errors in full, but attachments only as paths.
    if (pages) throw new Error(`The pages:\n${pages}`);
  },
});

/** Describes all open pages for a failure report: address, text, disabled buttons and calls to the native app. */
async function describePages(engines: Engine[], native: NativeShell): Promise<string> {
  const script = `
    const disabled = [...document.querySelectorAll('button:disabled')].map(({ textContent }) => textContent);
    return [location.href, document.body.innerText, 'disabled: ' + disabled, 'hit: ' + window.wasHit].join('\\n');`;
  const tabs = engines.flatMap(({ tab }) => [tab, ...tab.others]);
  const pages = await Promise.all(tabs.map(tab => tab.run(script).catch(String)));
  const calls = native.calls.map(({ method }) => method).join(' ');
  return [...pages, calls].join('\n\n');
}

/** A page script that signs the user in unless the page has a token. */
export const signInScript = ({ token }: ApiUser): string =>
  `if (!localStorage.getItem('tyy.token')) localStorage.setItem('tyy.token', ${JSON.stringify(token)});`;

/**
 * A script that enters the name in the login dialog; returns false if the dialog is not open. The button is pressed
 * after the script has returned, because leaving the page would lose the script's result.
 */
export const nameScript = (name: string): string => `
  const input = document.querySelector('input[name=name]');
  if (!input) return false;
  input.value = ${JSON.stringify(name)};
  setTimeout(() => document.querySelector('button[value=sign-in]').click());
  return true;`;
