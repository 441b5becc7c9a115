import type { Page } from '@playwright/test';
import type { Job } from '../../server/contract/jobs.ts';
import { makingPath, picPath } from '../../src/paths.ts';
import { uploadPhoto } from '../support/a-job.ts';
import { type ApiUser, signInAt } from '../support/api.ts';
import { pseudo, speakPseudo } from './support/pseudo-language.ts';
import { expect, test } from './support/story.ts';
import { wordsOf } from './support/words.ts';

const english = wordsOf('en');
/** A text without values in the pseudo-language. */
const text = ((key: Parameters<typeof english>[0]) => pseudo((english as (key: string) => string)(key))) as (
  key: Parameters<typeof english>[0],
) => string;

test.use({ viewport: { width: 320, height: 568 }, serviceWorkers: 'block' });

const job: Job = {
  train_id: 't1',
  generate_id: '',
  template_id: 1,
  title: pseudo('Silk'),
  cover_url: '/template-pics/1?w=480',
  style_id: 1,
  status: 5,
  expect_minutes: 0,
  progress: 100,
  create_time: 1_790_000_000,
  refuse_reasons: [],
};

/** The states of a job in which the app says something else. */
const states: Record<string, Partial<Job>> = {
  done: {},
  audited: { status: 2, expect_minutes: 1, progress: 0 },
  running: { status: 4, expect_minutes: 3, progress: 40 },
  refused: {
    status: 3,
    refuse_reasons: [
      'no_face',
      'many_faces',
      'face_small',
      'not_frontal',
      'tilted',
      'blurred',
      'dark',
      'bright',
      'unreadable',
      'unheard-of',
    ].map((problem, index) => ({ index: index % 5, problems: [problem] })),
  },
  failed: { status: 6 },
};

const answer = (page: Page, call: string, data: unknown) =>
  page.route(`**/v1/${call}*`, route => route.fulfill({ json: { code: 0, message: '', data } }));

/** Signs a new user in, who has a photo, and a job in each state without waiting for one to be made. */
async function signInWithJobs(page: Page, origin = ''): Promise<void> {
  const user = await signInAt(origin, `Üñ ${Date.now()}`);
  await signIn(page, user);
  const list = Object.values(states).map((state, index) => ({ ...job, generate_id: `g${index}`, ...state }));
  await page.route('**/v1/getTrainAndGenerateResultList*', route => {
    const isFirst = new URL(route.request().url()).searchParams.get('cur_page') === '1';
    return route.fulfill({ json: { code: 0, message: '', data: { list: isFirst ? list : [] } } });
  });
  await page.route('**/v1/getTrainAndGenerateResultById*', route => {
    const asked = new URL(route.request().url()).searchParams.get('generate_id');
    const found = list.find(({ generate_id }) => generate_id === asked);
    if (!found) return route.fallback();
    return route.fulfill({ json: { code: 0, message: '', data: { train_and_generate_info: found } } });
  });
  const pic = { pic_url: job.cover_url, pic_width: 768, pic_height: 1024 };
  await answer(page, 'getUserPicsByGenerateId', { list: [1, 2, 3, 4].map(id => ({ id: `p${id}`, ...pic })) });
  await answer(page, 'getPersonalPics', { list: [await uploadPhoto(user)] });
}

test.beforeEach(async ({ context }) => {
  await speakPseudo(context);
  // Words are all that is looked at; the previews of all templates take a while to be drawn.
  await context.route('**/template-pics/**', route =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
});

/** Every word that a user could read or hear and that is not in the pseudo-language; dates are Intl's. */
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
  const dates = /\d+\s?(年|月|日|秒钟?前|分钟前|小时前|天前)|昨天|前天/g;
  return texts
    .filter(words => /[A-Za-z]|\p{Script=Han}/u.test(words.replace(dates, '').replace(/\bMB\b/g, '')))
    .filter(words => !/^[A-Z]?\d[\w.-]*$/.test(words.trim()));
}

async function expectPseudo(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `test-results/pseudo/${name}.png` });
  expect.soft(await foreignWords(page), `${name}: every word is in the pseudo-language`).toEqual([]);
  const tooWide = await page.evaluate(() => {
    const box = document.querySelector('[role=dialog]') ?? document.documentElement;
    return Math.max(document.documentElement.scrollWidth - innerWidth, box.scrollWidth - box.clientWidth);
  });
  expect.soft(tooWide, `${name}: nothing sticks out at the side`).toBeLessThanOrEqual(0);
}

const signIn = (page: Page, { token }: ApiUser) =>
  page.addInitScript(kept => localStorage.setItem('tyy.token', kept), token);

async function open(page: Page, address: string): Promise<void> {
  await page.goto(`/tyy${address}`);
  await expect(page.locator('main h1:visible').first()).toBeVisible();
}

test('every screen is in the language of its files, and holds at 320 px', async ({ page, baseURL }) => {
  await signInWithJobs(page, baseURL);
  const screens = [
    ['home', '/'],
    ['make-pic', '/make-pic'],
    ['make-pic-front', '/make-pic?step=front'],
    ['make-pic-supplementary', '/make-pic?step=supplementary'],
    ['making-gone', makingPath('nobodys', '')],
    ['personal-center', '/personal-center'],
    ['pic-list', '/pic-list'],
    ['pic', picPath('g0')],
    ['pic-gone', picPath('nobodys')],
    ['setting', '/setting'],
    ['apps', '/apps'],
    ['recharge', '/recharge'],
    ['coin-flow', '/coin-flow'],
    ['subscription', '/subscription'],
    ['privacy', '/privacy'],
    ['term', '/term'],
    ['not-found', '/no-such-place'],
  ] as const;
  for (const [name, address] of screens) {
    await test.step(name, async () => {
      await open(page, address);
      await expectPseudo(page, name);
    });
  }
});

test('what is empty or fails says so in the language of its files', async ({ page, baseURL }) => {
  await signIn(page, await signInAt(baseURL ?? '', `Ñéŵ ${Date.now()}`));
  for (const address of ['/make-pic', '/pic-list']) {
    await open(page, address);
    await expectPseudo(page, `empty${address.replace('/', '-')}`);
  }
  await page.route(
    /\/v1\/get(Templates|TrainAndGenerateResultList|CoinStatementList|RechargeConfigsList|User)/,
    route => route.fulfill({ status: 500, json: { code: 1000, data: null, message: pseudo('Broken') } }),
  );
  for (const address of [
    '/make-pic',
    '/pic-list',
    '/coin-flow',
    '/recharge',
    '/subscription',
    '/personal-center',
  ]) {
    await open(page, address);
    await expectPseudo(page, `failed${address.replace('/', '-')}`);
  }
});

test('a job says its state in the language of its files', async ({ page, baseURL }) => {
  await signInWithJobs(page, baseURL);
  for (const [index, name] of Object.keys(states).entries()) {
    if (name === 'done') continue;
    await open(page, makingPath(job.train_id, `g${index}`));
    await expectPseudo(page, `making-${name}`);
  }
});

test('questions and the sign-in are in the language of their files', async ({ page, baseURL }) => {
  await page.route('**/sandbox/login**', route => route.abort());
  await page.goto('/tyy/setting');
  await expectPseudo(page, 'setting-signed-out');

  await signInWithJobs(page, baseURL);
  await open(page, '/setting');
  for (const key of ['setting.log-out', 'setting.delete-pics', 'setting.delete-account'] as const) {
    await page.getByRole('button', { name: text(key), exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectPseudo(page, key);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('cancel'), exact: true })
      .click();
  }

  await open(page, picPath('g0'));
  await page.getByRole('button', { name: text('delete'), exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectPseudo(page, 'pic-delete');

  await open(page, '/make-pic');
  await page.getByRole('radio').first().check({ force: true });
  await page.getByRole('button', { name: text('make-pic.use').slice(0, 10) }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectPseudo(page, 'make-pic-question');
});
