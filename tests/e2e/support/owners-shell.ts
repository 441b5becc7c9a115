import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { FakeShell, succeed } from '../../support/fake-shell.ts';
import { portrait } from '../../support/portrait.ts';
import { inject, shellAgent } from './in-shell.ts';
import { agreeWhenAsked, limitEngine } from './story.ts';

/** Opens a page in a shell whose store the owner's API believes. */
export async function openOwnersShell(
  browser: Browser,
): Promise<{ page: Page; shell: FakeShell; context: BrowserContext }> {
  const context = await browser.newContext({ userAgent: shellAgent, viewport: { width: 390, height: 844 } });
  const pictures = async () => succeed({ pictures: { 0: await readFile(portrait, 'base64') } });
  const shell = new FakeShell({
    login: () => succeed({ login_type: 'facebook', token: `of the shell ${Date.now()}` }),
    importPicture: pictures,
    pay: ({ order_id }) => succeed({ receipt: `paid-${order_id}` }),
    subscription: () => succeed({ receipt: 'paid-in-the-store' }),
    restore: () => succeed({ receipt: 'paid-before' }),
  });
  await limitEngine(context, { coach: true });
  await inject(context, shell);
  const page = await context.newPage();
  await agreeWhenAsked(page);
  return { page, shell, context };
}
