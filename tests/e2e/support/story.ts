import { type BrowserContext, expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { type ApiUser, signInAt } from '../../support/api/api.ts';
import { test as base } from './backends.ts';

interface Story {
  /** True if the coach checks photos. Off by default, because the coach would reject most stories' photos. */
  coach: boolean;
  /** True if the user automatically gives consent when the app asks. */
  agrees: boolean;
  /** A unique name. The first sign-in with this name creates the user. */
  userName: string;
  /** The user `userName`, who is not signed in on any page. */
  user: ApiUser;
}

let users = 0;

/**
 * Turns off app badges, because in Debian's headless shell a page that uses badges crashes. Also turns off the coach,
 * unless `coach` is true.
 */
export async function limitEngine(context: BrowserContext, { coach = false } = {}): Promise<void> {
  await context.addInitScript(() => {
    for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(Navigator.prototype, name);
  });
  if (!coach) await context.addInitScript(() => Object.assign(WebAssembly, { validate: () => false }));
}

/** Makes the app's timers of exactly `from` ms last `to` ms in pages that open later. */
export async function changeWait(page: Page, from: number, to: number): Promise<void> {
  await page.addInitScript(
    ([from, to]) => {
      const { setTimeout: wait } = window;
      Object.assign(window, {
        setTimeout: (run: () => void, delay = 0) => wait(run, delay === from ? to : delay),
      });
    },
    [from, to] as const,
  );
}

/** Extends the coach's time limit from 1.5 s to a minute, for busy machines. */
export async function giveCoachTime(page: Page): Promise<void> {
  await changeWait(page, 1500, 60_000);
}

/** Gives consent whenever a page asks for it. */
export async function agreeWhenAsked(page: Page): Promise<void> {
  // Use a script in the page, because a locator handler does not run while a story waits for a request.
  await page.addInitScript(() => {
    const pressed = new WeakSet<HTMLElement>();
    new MutationObserver(() => {
      for (const button of document.querySelectorAll<HTMLElement>('[role=dialog] button, dialog button')) {
        if (!/^(I agree|同意)$/.test(button.textContent ?? '') || pressed.has(button)) continue;
        if (button.hasAttribute('aria-disabled')) continue;
        pressed.add(button);
        button.click();
      }
    }).observe(document, { childList: true, subtree: true, attributeFilter: ['aria-disabled'] });
  });
}

/** Options for a story variant. `LONG=1 npm test` runs all variants, `npm test` only those with `isIn` true. */
export const inShortForm = (isIn: boolean): { tag: string[] } => ({ tag: isIn ? [] : ['@long'] });

/** A story that fails if its page logs an error or violates the Content-Security-Policy. */
export const test = base.extend<Story & { problems: string[]; limited: null; agreeing: null }>({
  coach: [false, { option: true }],
  agrees: [true, { option: true }],
  limited: [
    async ({ context, coach }, use) => {
      await limitEngine(context, { coach });
      await use(null);
    },
    { auto: true },
  ],
  agreeing: [
    async ({ page, agrees }, use) => {
      if (agrees) await agreeWhenAsked(page);
      await use(null);
    },
    { auto: true },
  ],
  userName: async ({}, use) => use(`User ${process.pid} ${Date.now()} ${++users}`),
  user: async ({ baseURL, userName }, use) => use(await signInAt(baseURL ?? '', userName)),
  problems: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on('pageerror', error => problems.push(`error: ${error.message}`));
      page.on('console', message => {
        // Ignore failed requests, which the browser logs, because stories check their effect on the screen.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          problems.push(`console: ${message.text()}`);
        }
      });
      await use(problems);
      // Remove all routes, because a routed response that is pending after the story would make the next story fail.
      const context = page.context();
      for (const routed of [context, ...context.pages()])
        await routed.unrouteAll({ behavior: 'ignoreErrors' });
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Signs the user in on all pages that open later. */
export function signInPages(pages: Page | BrowserContext, { token }: ApiUser): Promise<unknown> {
  return pages.addInitScript(saved => localStorage.setItem('tyy.token', saved), token);
}

/** Opens a screen of the app as a signed-in user. Also signs the user in on pages that open later. */
export async function openSignedIn(page: Page, user: ApiUser, address: string): Promise<void> {
  await signInPages(page, user);
  await page.goto(`/tyy${address}`);
}

export async function nameYourself(page: Page, name: string): Promise<void> {
  await page.waitForURL('**/sandbox/login**');
  await page.locator('input[name=name]').fill(name);
  await page.locator('button[value=sign-in]').click();
  await page.waitForURL('**/tyy/**');
}

export async function atCashier(page: Page, choice: 'pay' | 'cancel'): Promise<void> {
  await page.waitForURL('**/sandbox/cashier**');
  await page.locator(`button[value=${choice}]`).click();
  await page.waitForURL('**/tyy/**');
}

/** Presses a button, then the button `choice` in the dialog that opens. */
export async function pressAndConfirm(page: Page, name: string | RegExp, choice: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog').getByRole('button', { name: choice }).click();
}

/** Waits until a closed sheet has gone back in the history. An earlier navigation would be cancelled by this step. */
export async function sheetsClosed(page: Page): Promise<void> {
  await page.waitForFunction(() => history.state?.guard !== true);
}

/** Runs axe. With `rules`, only these rules, which may be ones that axe does not run by default. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // Elements that are fading in lack their final contrast, so wait.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  // Inject axe only once per document, because axe has 600 kB.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source);
  }
  const found = await page.evaluate(async wanted => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    // Do not preload stylesheets: only a disabled rule needs them, and injecting them would violate the page's policy.
    const { violations } = await run({
      preload: { assets: ['media'] },
      resultTypes: ['violations'],
      ...(wanted && { runOnly: { type: 'rule', values: wanted } }),
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  }, rules);
  expect(found).toEqual([]);
}
