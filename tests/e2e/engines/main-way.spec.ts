import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { aFinishedJob } from '../../support/api/a-job.ts';
import { type ApiUser, dataOf, signInAt } from '../../support/api/api.ts';
import { portrait } from '../../support/portrait.ts';
import { openDetour } from '../support/detour.ts';
import { expect, nameScript, signInScript, test } from '../support/engine-story.ts';
import { keptScript } from '../support/kept-text.ts';
import { inShortForm } from '../support/story.ts';
import type { Tab } from '../support/tab.ts';
import { text } from '../support/words.ts';

const place = {
  IFD0: { Make: 'Tyy', Model: 'Phone 7', DateTime: '2026:05:04 12:00:00' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '51/1 30/1 0/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '0/1 7/1 0/1',
  },
};

/** Writes a photo that needs no rotation or scaling, with a location in its EXIF data; returns the file's path. */
async function photoWithPlace(): Promise<string> {
  const file = test.info().outputPath('at home.jpg');
  await sharp(portrait)
    .resize(900, 1200, { fit: 'cover' })
    .withExif(place)
    .jpeg({ quality: 70 })
    .toFile(file);
  const { exif, orientation } = await sharp(file).metadata();
  expect(exif?.includes('Phone 7')).toBe(true);
  expect(orientation ?? 1).toBe(1);
  expect((await readFile(file)).length).toBeLessThan(1024 * 1024);
  return file;
}

/** Expects that the user has one stored photo, with this size and without metadata. */
async function expectBareFile(user: ApiUser, size: { width: number; height: number }): Promise<void> {
  const [photo, ...others] = (await dataOf(user.get('getPhotos'))).list;
  expect(others).toEqual([]);
  const bytes = Buffer.from(await (await fetch(photo?.pic_url ?? '')).arrayBuffer());
  const found = await sharp(bytes).metadata();
  expect(found).toMatchObject({ format: 'jpeg', ...size });
  for (const kind of ['exif', 'xmp', 'iptc', 'orientation'] as const)
    expect(found[kind], kind).toBeUndefined();
  expect(bytes.includes('Phone 7')).toBe(false);
}

const notesErrors = `window.problems = []; addEventListener('error', ({ error }) => error && problems.push(String(error)));`;
const isAtPics = `return location.pathname === '/tyy/pic' && [...document.images].some(image => image.naturalWidth > 100);`;

/** Goes through the empty wizard to the finished pictures. */
async function makePics(tab: Tab, isNew: boolean): Promise<void> {
  await tab.press(text('make-pic.add-photos'));
  await tab.pick(text('make-pic.front-add'), [await photoWithPlace()]);
  if (isNew) await tab.press(text('consent.agree'));
  await tab.press(text('make-pic.continue'));
  await tab.press(text('make-pic.skip'));
  await tab.press('', 'radio', 1);
  await tab.press(text('make-pic.use'));
  await tab.press(text('make-pic.make'));
  await tab.until(isAtPics, 'the pictures');
  expect(await tab.run('return window.problems')).toEqual([]);
}

test('in Firefox, a guest signs in, adds a photo and gets a picture', async ({ start, origin, userName }) => {
  const engine = await start('Firefox');
  const { tab } = engine;
  await engine.before(notesErrors);
  await tab.open(`${origin}/tyy/`);
  await tab.press(text('home.make'));
  await tab.until(nameScript(userName), 'the login dialog');
  await makePics(tab, true);
  await expectBareFile(await signInAt(origin, userName), { width: 900, height: 1200 });
});

test('in a WebKit webview, a picture is made and saved', async ({ start, origin, user, native, request }) => {
  const engine = await start('shell');
  const { tab } = engine;
  await engine.before(notesErrors);
  await tab.open(`${origin}/tyy/`);
  await tab.press(text('home.make'));
  await makePics(tab, false);
  await expectBareFile(user, { width: 900, height: 1200 });

  await tab.press(text('pic.save'));
  await tab.see(text('pic.saved'));
  const saved = await request.get(String(native.callsOf('savePicture')[0]?.params.url));
  expect(saved.headers()['content-type']).toBe('image/jpeg');
  await tab.press(text('pic.share'));
  await tab.press(text('pic.share.send'));
  await expect.poll(() => native.callsOf('share').map(({ params }) => params)).toMatchObject([{ url: '' }]);

  await tab.press(text('pic.compare'));
  await tab.press(text('compare.save'));
  await expect.poll(() => native.callsOf('savePicture').length).toBe(2);
  const [, drawn = ''] = String(native.callsOf('savePicture')[1]?.params.url).split(',');
  const { format, xmp } = await sharp(Buffer.from(drawn, 'base64')).metadata();
  expect(format).toBe('jpeg');
  expect(xmp?.toString()).toContain('TC260:AIGC');

  expect(native.callsOf('login')).toHaveLength(1);
  expect(native.callsOf('importPicture').map(call => call.params)).toEqual([{ count: 5 }]);
  expect(native.cache.has('tyy.token')).toBe(true);
});

/** The number of first visits per test. `FIRST_VISITS=20` runs a long drill. */
const visits = Number(process.env.FIRST_VISITS ?? 1);

/** A page script that returns true if IndexedDB responds. A page in the back/forward cache could block the database. */
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

/** A page script that makes the browser report that it is offline while `story.offline` is set. */
const offlineByName = `if (localStorage.getItem('story.offline'))
  Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });`;

const isPrice = `return document.querySelector('input[type=radio]') !== null;`;

for (const name of ['Firefox', 'WebKit'] as const) {
  test(`in ${name}, the screens My pictures and Get coins show their last loaded lists offline`, {
    tag: '@long',
  }, async ({ start, origin, user }) => {
    await aFinishedJob(user);
    const detour = await openDetour(origin);
    const engine = await start(name);
    const { tab } = engine;
    await engine.before(signInScript(user) + offlineByName);
    const screens = [
      ['/pic-list', () => tab.see(text('pic-list.done')), 'offline.mark', 'tyy.jobs'],
      ['/recharge', () => tab.until(isPrice), 'pay.offline', 'tyy.packs'],
    ] as const;
    for (const [path, isShown, , key] of screens) {
      await tab.open(`${detour.origin}/tyy${path}`);
      await isShown();
      await tab.until(keptScript(key, '"value"'), `${key} is kept`);
      // Wait, because WebKit never finishes installing a service worker if the page closes within 40 ms.
      await tab.until('return navigator.serviceWorker.controller !== null;', 'the service worker');
    }
    detour.close();

    // Test before and after the browser reports the lost network, because it may do so late or never.
    for (const isNoticed of [false, true]) {
      for (const [path, isShown, words] of screens) {
        await tab.open(`${detour.origin}/tyy${path}`);
        await isShown();
        await tab.see(text(isNoticed ? words : 'offline.maybe'));
      }
      await tab.run(`localStorage.setItem('story.offline', '1')`);
    }
  });
}

/** A page script that simulates slow storage: while `writesAreSlow` is true, writes do not complete. */
const slowWrites = `{
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) {
    const writing = put.apply(this, given);
    const last = () => {
      if (window.writesAreSlow) this.getKey(0).onsuccess = last;
    };
    window.isWriting = window.writesAreSlow;
    last();
    return writing;
  };
}`;

// Skip Firefox, because its back/forward cache keeps no page with open writes.
for (const name of ['WebKit', 'shell'] as const) {
  test(`in ${name}, a page left during a write does not block the next page’s database, and works again after Back`, {
    tag: '@long',
  }, async ({ start, origin, user }) => {
    const engine = await start(name);
    const { tab } = engine;
    await engine.before(signInScript(user) + slowWrites);
    await tab.open(`${origin}/tyy/make-pic?step=front`);
    await tab.see(text('make-pic.front-add'));
    await tab.run('window.writesAreSlow = true;');
    await tab.pick(text('make-pic.front-add'), ['public/icons/icon-192.png']);
    await tab.until('return window.isWriting === true;', 'a write is under way');

    await tab.open(`${origin}/tyy/personal-center`);
    await tab.until(keptScript('tyy.token', ''), 'the database responds');

    await tab.back();
    await tab.until('window.writesAreSlow = false; return location.pathname.endsWith("/make-pic");', 'back');
    await tab.until(keptScript('tyy.token', ''), 'the database responds to the page that is back');
  });
}

for (const name of ['Firefox', 'WebKit'] as const) {
  test(
    `in ${name}, “Try again” reloads a script that failed once`,
    inShortForm(name === 'Firefox'),
    async ({ start, origin, user }) => {
      const detour = await openDetour(origin);
      const requests: string[] = [];
      let isReleasing = true;
      detour.respond = path => {
        if (path.endsWith('/service-worker.js')) return { status: 404, type: 'text/plain', body: '' };
        if (!path.includes('/assets/upload-photos-')) return null;
        requests.push(path);
        return isReleasing ? { status: 503, type: 'text/plain', body: '' } : null;
      };
      const engine = await start(name);
      const { tab } = engine;
      await engine.before(signInScript(user));
      await tab.open(`${detour.origin}/tyy/make-pic?step=front`);
      await tab.pick(text('make-pic.front-add'), [portrait]);
      await tab.see(text('make-pic.upload-failed'));
      expect(requests).not.toEqual([]);

      isReleasing = false;
      await tab.press(text('retry'));
      await tab.until(`return document.querySelector('main div[data-status=ready]') !== null;`, 'uploaded');
      detour.close();
    },
  );
}
