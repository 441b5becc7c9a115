import fc from 'fast-check';
import { hostileMessages } from '../../support/hostile-messages.ts';
import { expect, test } from '../support/in-shell.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

/** How many messages arrive between two things that the user does. */
const batch = 2000;
const count = 5 * batch;

test(`${count} hostile messages leave the app alive, and what the user does has its effect`, {
  tag: '@long',
}, async ({ page, shell }) => {
  const messages = fc.sample(hostileMessages, { numRuns: count, seed: 20_260_101 });
  let sent = 0;
  let past: number[] = [];

  /** Lets the next messages arrive, and late replies to the calls of the pages before this one. */
  async function attack(): Promise<void> {
    const next = messages.slice(sent, sent + batch);
    sent += next.length;
    const late = past.map(seq => JSON.stringify({ seq, code: 5, message: 'late' }));
    await page.evaluate(
      hostile => {
        for (const message of hostile) window.tyyBridge?.receive(message);
      },
      [...next, ...late],
    );
  }

  async function reload(): Promise<void> {
    past = shell.calls.map(({ seq }) => seq);
    await page.reload();
  }

  await page.goto('/tyy/make-pic');
  await expect(page.getByRole('button', { name: text('make-pic.add-photos') })).toBeVisible();
  await attack();
  await page.getByRole('button', { name: text('make-pic.add-photos') }).click();
  await reload();
  await attack();

  shell.keepSilent('importPicture');
  await page.getByRole('button', { name: text('make-pic.front-add'), exact: true }).click();
  await expect.poll(() => shell.callsOf('importPicture').length).toBe(1);
  await attack();
  await reload();
  shell.keepSilent('importPicture', false);
  await page.getByRole('button', { name: text('make-pic.front-add'), exact: true }).click();
  await attack();
  await page.getByRole('button', { name: text('make-pic.continue') }).click();
  await attack();
  await page.getByRole('button', { name: text('make-pic.skip') }).click();
  await expect(page.getByText(text('make-pic.templates'))).toBeVisible();

  expect(sent).toBe(count);
  expect(shell.callsOf('login')).toHaveLength(1);
  await expect.poll(() => shell.cache.get('tyy.wizard')).toContain('"status":"ready"');
});
