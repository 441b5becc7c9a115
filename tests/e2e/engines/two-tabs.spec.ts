import { accountOf } from '../../support/api.ts';
import { showsScript } from '../../webkit/in-page.ts';
import { expect, notesOfPage, signInScript, test, wrongClock } from '../support/engine-story.ts';
import type { Tab } from '../support/tab.ts';
import { changedPortrait } from '../support/travel-photos.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.use({ settings: { PICS_PER_JOB: '1' } });

const counted = (done: number) => text('make-pic.count', { done, total: 5 });
/** The coach is off, which would not pass each of the photos. */
const withoutCoach = 'Object.assign(WebAssembly, { validate: () => false });';
const areUploaded = `return document.querySelectorAll('main ul div[data-status=ready]').length === 3;`;
const isAtPic = `return location.pathname === '/tyy/pic';`;
const size = (fontSize: number) => `document.documentElement.style.fontSize = '${fontSize}px';`;
/** Each row of the ledger that says it is a card, and nothing is cut off. */
const areCards = `
  const row = [...document.querySelectorAll('tr')].find(({ textContent }) => textContent.includes('Picture generation'));
  return Boolean(row) && getComputedStyle(row.cells[0]).display === 'block' && document.documentElement.scrollWidth <= innerWidth;`;

/** Two different photos. */
const twoPhotos = (turn: number) =>
  Promise.all([
    changedPortrait(`${turn}.jpg`, photo => photo.rotate(turn)),
    changedPortrait(`${turn} mirrored.jpg`, photo => photo.rotate(turn).flop()),
  ]);

/** Waits until one of the tabs shows words, and returns it. */
function firstToSee(tabs: Tab[], words: string): Promise<Tab> {
  return Promise.any(tabs.map(tab => tab.until(showsScript(words)).then(() => tab)));
}

for (const [name, minutes] of [
  ['Firefox', 10],
  ['WebKit', -10],
] as const) {
  test(`in ${name}, two tabs lose no photo, pay once, share the picture's own link and delete it, by a wrong clock`, {
    tag: '@long',
  }, async ({ start, origin, user }) => {
    const engine = await start(name);
    await engine.before(signInScript(user) + withoutCoach + notesOfPage + wrongClock(minutes));
    const { tab } = engine;
    const other = await tab.newTab();
    const tabs = [tab, other];
    for (const each of tabs) {
      await each.open(`${origin}/tyy/make-pic?step=front`);
      await each.openChooser(text('make-pic.front-add'));
    }
    await tab.choose(await twoPhotos(0));
    await tab.see(counted(2));
    await other.choose(await twoPhotos(90));
    for (const each of tabs) {
      await each.see(counted(4));
      await each.press(text('make-pic.continue'));
      await each.until(areUploaded);
      await each.press(text('make-pic.choose-template'));
      await each.press('', 'radio', 1);
      await each.press(text('make-pic.use'));
      await each.see(text('make-pic.confirm'));
    }
    await Promise.all(tabs.map(each => each.pressBehind(text('make-pic.make'))));
    const asked = await firstToSee(tabs, text('make-pic.made'));
    await asked.press(text('make-pic.made-open'));
    for (const each of tabs) await each.until(isAtPic);
    expect((await accountOf(user)).coins).toBe(30);

    await tab.press(text('pic.share'));
    await tab.press(text('pic.share.link'));
    await tab.press(text('share-card.make'));
    await tab.see(text('pic.share.copied'));
    const { copied } = await tab.run<{ copied: string[] }>('return window.notes');
    expect(copied).toHaveLength(1);
    expect(new URL(copied[0] ?? '').pathname).not.toMatch(/^\/(tyy\/)?$/);
    expect(await (await fetch(copied[0] ?? '')).text()).toContain('og:image');
    await expect
      .poll(async () => (await tab.run<{ toasts: [string, number][] }>('return window.notes')).toasts)
      .toContainEqual([text('pic.share.copied'), expect.closeTo(2400, -3)]);

    await other.press(text('pic.more'));
    await other.press(text('delete'));
    await other.see(text('pic.delete.question'));
    await other.press(text('delete'));
    await tab.see(text('pic.gone'));

    await tab.open(`${origin}/tyy/coin-flow`);
    await tab.run(size(29));
    await tab.until(areCards);
    await tab.open(`${origin}/tyy/making?train_id=%00%ff`);
    await tab.see(text('making.gone'));
    await tab.open(`${origin}/tyy/make-pic?template_id=987654`);
    await tab.see(text('make-pic.template-gone'));
    for (const address of ['/tyy/%', '/tyy/..%2f']) {
      await tab.open(origin + address);
      await tab.see(text('not-found.text'));
    }
  });
}
