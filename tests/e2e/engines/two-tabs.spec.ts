import sharp from 'sharp';
import { accountOf } from '../../support/api/api.ts';
import { portrait } from '../../support/portrait.ts';
import { showsScript } from '../../webkit/in-page.ts';
import { expect, signInScript, test } from '../support/engine-story.ts';
import type { Tab } from '../support/tab.ts';
import { text } from '../support/words.ts';

test.use({ settings: { PICS_PER_JOB: '1' } });

const counted = (done: number) => text('make-pic.count', { done, total: 5 });
/** Turns the coach off, because it would reject some of these photos. */
const withoutCoach = 'Object.assign(WebAssembly, { validate: () => false });';
const areUploaded = `return document.querySelectorAll('main ul div[data-status=ready]').length === 3;`;
const isAtPic = `return location.pathname === '/tyy/pic';`;

/** A page script that records the texts that the page copies to the clipboard. */
const notesOfPage = `{
  const copied = (window.copied = []);
  const clipboard = navigator.clipboard;
  const write = clipboard.writeText.bind(clipboard);
  clipboard.writeText = async text => {
    await write(text);
    copied.push(text);
  };
  const writeItems = clipboard.write.bind(clipboard);
  clipboard.write = async items => {
    await writeItems(items);
    copied.push(await (await items[0].getType('text/plain')).text());
  };
}`;

async function twoPhotos(turn: number): Promise<string[]> {
  const files = ['plain', 'mirrored'].map(name => test.info().outputPath(`${name} ${turn}.jpg`));
  for (const [place, file] of files.entries())
    await sharp(portrait)
      .rotate(turn)
      .flop(place > 0)
      .toFile(file);
  return files;
}

/** Returns the first tab that shows these words. */
function firstToSee(tabs: Tab[], words: string): Promise<Tab> {
  return Promise.any(tabs.map(tab => tab.until(showsScript(words)).then(() => tab)));
}

for (const name of ['Firefox', 'WebKit'] as const) {
  test(`in ${name}, two tabs lose no photo and pay for only one job, and a link can be copied`, {
    tag: '@long',
  }, async ({ start, origin, user }) => {
    const engine = await start(name);
    await engine.before(signInScript(user) + withoutCoach + notesOfPage);
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
    await tab.see(text('share-card.ask'));
    await tab.press(text('pic.share.link'));
    await tab.see(text('pic.share.copied'));
    const copied = await tab.run<string[]>('return window.copied');
    expect(copied).toHaveLength(1);
    expect(await (await fetch(copied[0] ?? '')).text()).toContain('og:image');

    await other.press(text('pic.more'));
    await other.press(text('delete'));
    await other.see(text('pic.delete.question'));
    await other.press(text('delete'));
    await tab.see(text('pic.gone'));
  });
}
