import { type BrowserContext, expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { type ApiUser, signInAt } from '../../support/api.ts';
import { test as base } from './backends.ts';
import { changeWait } from './change-wait.ts';

interface Story {
  /** Whether the coach looks at photos: off in stories of other things, whose photos it would not pass. */
  coach: boolean;
  /** Whether the user agrees as soon as they are asked for consent. */
  agrees: boolean;
  /** A name that nobody else has; signing in with it creates the user. */
  userName: string;
  /** The user of that name, who has used the product before; no page is signed in yet. */
  user: ApiUser;
}

let users = 0;

/**
 * Makes pages behave like an engine without what the coach needs, and without badges: Debian's headless shell has no
 * service for those and ends a page that asks for one.
 */
export async function limitEngine(context: BrowserContext, { coach = false } = {}): Promise<void> {
  await context.addInitScript(() => {
    for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(Navigator.prototype, name);
  });
  if (!coach) await context.addInitScript(() => Object.assign(WebAssembly, { validate: () => false }));
}

/** Gives the coach as long as it takes: on a busy machine that may be more than the app would wait for it. */
export async function giveCoachTime(page: Page): Promise<void> {
  await changeWait(page, 1500, 60_000);
}

/** Has a page's user agree as soon as it asks for consent. */
export async function agreeWhenAsked(page: Page): Promise<void> {
  // In the page: a locator handler does nothing while a story waits for a request.
  await page.addInitScript(() => {
    const pressed = new WeakSet<HTMLElement>();
    new MutationObserver(() => {
      for (const button of document.querySelectorAll<HTMLElement>('[role=dialog] button, dialog button')) {
        if (!/^(I agree|同意)$/.test(button.textContent ?? '') || pressed.has(button)) continue;
        pressed.add(button);
        button.click();
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** A story fails when the page logs an error or breaks the Content-Security-Policy, whatever else it shows. */
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
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  userName: async ({}, use) => use(`User ${process.pid} ${Date.now()} ${++users}`),
  user: async ({ baseURL, userName }, use) => use(await signInAt(baseURL ?? '', userName)),
  problems: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on('pageerror', error => problems.push(`error: ${error.message}`));
      page.on('console', message => {
        // The browser reports every failed request by itself; the stories look at what the user sees of it.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          problems.push(`console: ${message.text()}`);
        }
      });
      await use(problems);
      // A response that a story changes may still be on its way at its end; it would fail the next one.
      const context = page.context();
      for (const routed of [context, ...context.pages()])
        await routed.unrouteAll({ behavior: 'ignoreErrors' });
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Has the pages that are opened from now on belong to a user. */
export function signInPages(pages: Page | BrowserContext, { token }: ApiUser): Promise<unknown> {
  return pages.addInitScript(saved => localStorage.setItem('tyy.token', saved), token);
}

/** Gives a name at the login dialog, when the app has led there. */
export async function nameYourself(page: Page, name: string): Promise<void> {
  await page.waitForURL('**/sandbox/login**');
  await page.locator('input[name=name]').fill(name);
  await page.locator('button[value=sign-in]').click();
  await page.waitForURL('**/tyy/**');
}

/** Pays at the cashier page, or cancels there. */
export async function atCashier(page: Page, choice: 'pay' | 'cancel'): Promise<void> {
  await page.waitForURL('**/sandbox/cashier**');
  await page.locator(`button[value=${choice}]`).click();
  await page.waitForURL('**/tyy/**');
}

/** Presses a button, then the one of the question it opens that goes on with it. */
export async function pressAndConfirm(page: Page, name: string | RegExp, choice: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog').getByRole('button', { name: choice }).click();
}

/** Waits until no sheet has a step left to take out of the history: a browser gives up another navigation for it. */
export async function sheetsClosed(page: Page): Promise<void> {
  await page.waitForFunction(() => history.state?.guard !== true);
}

/** The page that the app shows has nothing that axe finds wrong. */
export async function expectAccessible(page: Page): Promise<void> {
  // What still fades in has not its own contrast yet.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  // It is 600 kB: into each document once.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source);
  }
  const found = await page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    // Stylesheets are for a rule that is off; axe puts one that has not loaded yet into the page, against the page's policy.
    const { violations } = await run({ preload: { assets: ['media'] }, resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  });
  expect(found).toEqual([]);
}
