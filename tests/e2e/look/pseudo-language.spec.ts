import type { BrowserContext, Page, Request, Route } from '@playwright/test';
import type { Job } from '../../../server/contract/jobs.ts';
import extras from '../../../src/i18n/en.extras.json' with { type: 'json' };
import first from '../../../src/i18n/en.json' with { type: 'json' };
import privacy from '../../../src/i18n/en.privacy.json' with { type: 'json' };
import screens from '../../../src/i18n/en.screens.json' with { type: 'json' };
import term from '../../../src/i18n/en.term.json' with { type: 'json' };
import { makingPath, picPath } from '../../../src/paths.ts';
import { uploadPhoto } from '../../support/api/a-job.ts';
import type { ApiUser } from '../../support/api/api.ts';
import { jobData } from '../../support/api/job-data.ts';
import { test as base, expect, signInPages } from '../support/story.ts';

const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const accented = [...'ÅƁÇÐÉƑĜĤÎĴĶĻḾÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž'];

/** Accents the letters and makes the text 40 % longer. Keeps placeholders in braces. */
function pseudo(text: string): string {
  const letters = text.replace(/\{[\w-]+\}|[A-Za-z]/g, found =>
    found.length > 1 ? found : (accented[plain.indexOf(found)] ?? found),
  );
  const padding = '···· '.repeat(Math.ceil((text.length * 0.4) / 5)).trim();
  return `[${letters} ${padding}]`;
}

/** API fields with texts for users. */
const sentences = new Set(['title', 'reason', 'message', 'name', 'description']);

/** Translates all texts in a value into the pseudo-language. If `keys` is given, translates only these fields. */
function translated(value: unknown, keys?: Set<string>, key = ''): unknown {
  if (typeof value === 'string') return value !== '' && (!keys || keys.has(key)) ? pseudo(value) : value;
  if (Array.isArray(value)) return value.map(item => translated(item, keys, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, translated(inner, keys, name)]),
  );
}

/** Removes the `_one` forms, which Chinese does not have. */
const otherForms = (words: Record<string, string>) =>
  Object.fromEntries(Object.entries(words).filter(([key]) => !key.endsWith('_one')));

const script = (route: Route, value: unknown) =>
  route.fulfill({ contentType: 'text/javascript', body: `export default ${JSON.stringify(value)}` });

let users = 0;

/** A story on the smallest phone in the pseudo-language. `look` checks the page and saves a screenshot. */
const test = base.extend<{ look: (name: string) => Promise<void> }>({
  viewport: { width: 320, height: 568 },
  serviceWorkers: 'block',
  // Avoid plain letters in the name, because they would count as untranslated words.
  userName: async ({}, use) => use(`Ü ${process.pid} ${Date.now()} ${++users}`),
  look: [
    async ({ page, context }, use) => {
      const requests = new Set<Request>();
      page.on('request', request => requests.add(request));
      page.on('requestfinished', request => requests.delete(request));
      page.on('requestfailed', request => requests.delete(request));
      await speakPseudo(context);
      // Stub the template previews, because drawing them takes long and only words are checked here.
      await context.route('**/template-pics/**', route =>
        route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
      );
      await use(async name => {
        await untilQuiet(page, requests);
        await expectPseudo(page, name);
      });
    },
    { auto: true },
  ],
});

/** A page counts as loaded after this many frames without a pending request. */
const quietFrames = 6;

async function untilQuiet(page: Page, requests: Set<Request>): Promise<void> {
  for (let quiet = 0; quiet < quietFrames; quiet = requests.size === 0 ? quiet + 1 : 0) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Opens a screen and waits until the started app has replaced the prerendered Chinese heading. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(`/tyy${address}`);
  await expect(page.locator('main h1:visible').first()).toHaveText(/^\[/);
}

function stub(page: Page, call: string, data: unknown): Promise<unknown> {
  return page.route(`**/v1/${call}*`, route => route.fulfill({ json: { code: 0, message: '', data } }));
}

const problems =
  'no_face many_faces face_small not_frontal tilted eyes_covered mouth_covered blurred dark bright unreadable unheard-of';

/** A job for each state that has its own texts, by the job's `generate_id`. */
const jobs: Record<string, Job> = {
  done: jobIn('done', {
    status: 5,
    expect_minutes: 0,
    progress: 100,
    photo_url: '/template-pics/2?w=480',
    remedy: 'redo',
  }),
  audited: jobIn('audited', { status: 2, expect_minutes: 1, progress: 0 }),
  running: jobIn('running', { status: 4, expect_minutes: 3 }),
  refused: jobIn('refused', {
    status: 3,
    refuse_reasons: problems.split(' ').map((problem, index) => ({ index: index % 5, problems: [problem] })),
  }),
  failed: jobIn('failed', { status: 6 }),
};

function jobIn(state: string, job: Partial<Job>): Job {
  const cover_url = '/template-pics/1?w=480';
  return jobData({
    generate_id: state,
    title: pseudo('Silk'),
    cover_url,
    create_time: 1_790_000_000,
    ...job,
  });
}

/** Signs in a user who has a photo and the jobs in `jobs`. */
async function signInWithJobs(page: Page, user: ApiUser): Promise<void> {
  await signInPages(page, user);
  await page.route('**/v1/getTrainAndGenerateResultList*', route => {
    const isFirst = new URL(route.request().url()).searchParams.get('cur_page') === '1';
    const list = isFirst ? Object.values(jobs) : [];
    return route.fulfill({ json: { code: 0, message: '', data: { list } } });
  });
  await page.route('**/v1/getTrainAndGenerateResultById*', route => {
    const job = jobs[new URL(route.request().url()).searchParams.get('generate_id') ?? ''];
    if (!job) return route.fallback();
    return route.fulfill({ json: { code: 0, message: '', data: { train_and_generate_info: job } } });
  });
  const pic = { pic_url: jobs.done?.cover_url, pic_width: 768, pic_height: 1024 };
  await stub(page, 'getUserPicsByGenerateId', { list: [1, 2, 3, 4].map(id => ({ id: `p${id}`, ...pic })) });
  await stub(page, 'getPersonalPics', { list: [await uploadPhoto(user)] });
}

/**
 * Returns the words, visible or for screen readers, that are not in the pseudo-language. Ignores dates, ids and file
 * names.
 */
async function foreignWords(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ['aria-label', 'alt', 'placeholder', 'title'])
          found.push(node.getAttribute(name) ?? '');
      } else if (!node.parentElement?.closest('script, style, template, [lang]:not(html)')) {
        found.push(node.textContent ?? '');
      }
    }
    return found;
  });
  const notOurs =
    /\d+\s?(年|月|日|秒钟?前|分钟前|小时前|天前)|昨天|前天|\bMB\b|\b[\w-]+\.png\b|\b[0-9a-f]{24}\b/g;
  return texts
    .filter(words => /[A-Za-z]|\p{Script=Han}/u.test(words.replace(notOurs, '')))
    .filter(words => !/^[A-Z]?\d[\w.-]*$/.test(words.trim()));
}

async function expectPseudo(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `test-results/pseudo/${name}.png` });
  expect.soft(await foreignWords(page), `${name}: every word is in the pseudo-language`).toEqual([]);
  const tooWide = await page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('[role=dialog]')];
    return Math.max(
      ...boxes.map(box => box.scrollWidth - Math.min(box.clientWidth || innerWidth, innerWidth)),
    );
  });
  expect.soft(tooWide, `${name}: nothing sticks out at the side`).toBeLessThanOrEqual(0);
}

const groups = {
  'making pictures': {
    home: '/',
    'make-pic': '/make-pic',
    'make-pic-front': '/make-pic?step=front',
    'make-pic-supplementary': '/make-pic?step=supplementary',
    'making-gone': makingPath('nobodys', ''),
    'not-found': '/no-such-place',
  },
  "the user's pictures and account": {
    'personal-center': '/personal-center',
    'pic-list': '/pic-list',
    favourites: '/pic-list?favourites=1',
    pic: picPath('done'),
    'pic-gone': picPath('nobodys'),
    setting: '/setting',
    help: '/setting?help=1',
    apps: '/apps',
    'making-audited': makingPath('t1', 'audited'),
    'making-running': makingPath('t1', 'running'),
    'making-refused': makingPath('t1', 'refused'),
    'making-failed': makingPath('t1', 'failed'),
  },
  'money and law': {
    recharge: '/recharge',
    'coin-flow': '/coin-flow',
    subscription: '/subscription',
    privacy: '/privacy',
    term: '/term',
  },
};

for (const [group, screens] of Object.entries(groups)) {
  test(`the screens in the group ${group} have no untranslated words`, { tag: '@long' }, async ({
    page,
    user,
    look,
  }) => {
    await signInWithJobs(page, user);
    for (const [name, address] of Object.entries(screens)) {
      await open(page, address);
      await look(name);
    }
  });
}

/**
 * Replaces Chinese by the pseudo-language in the app's texts, the legal texts, the list of apps and API responses.
 * Removes the prerendered Chinese from Home and make-pic.
 */
async function speakPseudo(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => localStorage.setItem('tyy.language', 'zh'));
  await context.route(/\/assets\/zh-[\w-]+\.js$/, route => script(route, translated(otherForms(first))));
  await context.route(/\/assets\/zh\.screens-[\w-]+\.js$/, route =>
    script(route, translated(otherForms(screens))),
  );
  await context.route(/\/assets\/zh\.extras-[\w-]+\.js$/, route =>
    script(route, translated(otherForms(extras))),
  );
  for (const [name, { updated, ...said }] of Object.entries({ privacy, term }))
    await context.route(new RegExp(`/assets/zh\\.${name}-[\\w-]+\\.js$`), route =>
      script(route, { ...(translated(said) as object), updated }),
    );
  await context.route('**/tyy/apps.json', async route => {
    const apps: Record<string, Record<string, string>>[] = await (await route.fetch()).json();
    const inPseudo = (texts: Record<string, string> = {}) => ({ ...texts, zh: pseudo(texts.en ?? '') });
    const json = apps.map(app => ({
      ...app,
      name: inPseudo(app.name),
      description: inPseudo(app.description),
    }));
    await route.fulfill({ json });
  });
  await context.route(/\/tyy\/(make-pic)?(\?|$)/, async route => {
    if (!route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch({ url: new URL('/tyy/frame.html', route.request().url()).href });
    const page = (await response.text()).replace(/<template data-screen.*?<\/template>/gs, '');
    return route.fulfill({ response, body: page });
  });
  await context.route('**/v1/**', async route => {
    const headers = { ...route.request().headers(), 'user-language': 'en' };
    const response = await route.fetch({ headers });
    // The user's name must stay unchanged.
    const keys = route.request().url().includes('getUserInfo') ? new Set(['message']) : sentences;
    await route.fulfill({ response, json: translated(await response.json(), keys) });
  });
}
