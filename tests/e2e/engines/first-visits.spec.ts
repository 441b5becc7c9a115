import { portrait } from '../../support/portrait.ts';
import { nameScript, test } from '../support/engine-story.ts';
import { keptScript } from '../support/kept-text.ts';
import type { Tab } from '../support/tab.ts';
import { text } from '../support/words.ts';

/** The number of first visits per test. `FIRST_VISITS=20` runs a long drill. */
const visits = Number(process.env.FIRST_VISITS ?? 1);

/** A page script that returns true if the database responds. A page in the back/forward cache could block it. */
const responds = keptScript('tyy.token', '');

const withoutLocalStorage =
  "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });";
const isUploaded = `return document.querySelector('main div[data-status=ready]') !== null;`;
const cancelPayment = `
  const cancel = document.querySelector('button[value=cancel]');
  cancel?.click();
  return cancel !== null;`;

/** Opens the wizard from a link, signs in, reloads the page and adds a photo. */
async function visit(tab: Tab, origin: string, signIn: () => Promise<void>): Promise<void> {
  await tab.open(`${origin}/tyy/make-pic?template_id=1`);
  await signIn();
  // A wizard without photos opens the front photo's step.
  await tab.see(text('make-pic.front-add'));
  await tab.until(responds, 'the database responds');
  await tab.reload();
  await tab.see(text('make-pic.front-add'));
  await tab.until(responds, 'the database responds after a reload');
  await tab.pick(text('make-pic.front-add'), [portrait]);
  await tab.press(text('consent.agree'));
  await tab.until(isUploaded, 'the photo has arrived');
}

/** Goes to the cashier and back, then adds another photo. */
async function visitCashier(tab: Tab, origin: string): Promise<void> {
  await tab.open(`${origin}/tyy/recharge`);
  await tab.press('Pay ');
  await tab.until(cancelPayment, 'the cashier');
  await tab.see(text('pay.cancelled'));
  await tab.until(responds, 'the database responds after the cashier');
  await tab.open(`${origin}/tyy/make-pic?step=front`);
  await tab.pick(text('make-pic.front-replace'), ['public/icons/icon-192.png']);
  await tab.until(isUploaded, 'the other photo has arrived');
}

for (const name of ['Firefox', 'WebKit'] as const) {
  for (const [kind, script, isPrivate] of [
    ['that keeps everything', '', false],
    ['that blocks local storage', withoutLocalStorage, false],
    ['in private', '', true],
  ] as const) {
    test(`first visits in ${name} ${kind} work`, { tag: '@long' }, async ({ start, origin, userName }) => {
      test.setTimeout(120_000 * visits);
      for (let count = 1; count <= visits; count++) {
        const engine = await start(name, { isPrivate });
        // Turn the coach off, because it would reject some of these photos.
        await engine.before(`${script}\nObject.assign(WebAssembly, { validate: () => false });`);
        await visit(engine.tab, origin, () =>
          engine.tab.until(nameScript(`${userName} ${count}`), 'the login dialog'),
        );
        await visitCashier(engine.tab, origin);
        await engine.close();
      }
    });
  }
}
