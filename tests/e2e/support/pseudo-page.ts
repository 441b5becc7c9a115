import type { Page, Request } from '@playwright/test';
import type { Job } from '../../../server/contract/jobs.ts';
import { uploadPhoto } from '../../support/a-job.ts';
import type { ApiUser } from '../../support/api.ts';
import { jobData } from '../../support/job-data.ts';
import { pseudo, speakPseudo } from './pseudo-language.ts';
import { test as base, expect, signInPages } from './story.ts';
import { wordsOf } from './words.ts';

let users = 0;

/** A story on the smallest phone, in the pseudo-language; `look` checks what the page shows under a name. */
export const test = base.extend<{ look: (name: string) => Promise<void> }>({
  viewport: { width: 320, height: 568 },
  serviceWorkers: 'block',
  // Without a letter that has no accent.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  userName: async ({}, use) => use(`Ü ${process.pid} ${Date.now()} ${++users}`),
  look: [
    async ({ page, context }, use) => {
      const requests = new Set<Request>();
      page.on('request', request => requests.add(request));
      page.on('requestfinished', request => requests.delete(request));
      page.on('requestfailed', request => requests.delete(request));
      await speakPseudo(context);
      // Words are all that is looked at; the previews of all templates take a while to be drawn.
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

/** Frames without a request after which the page shows what it has to show. */
const quietFrames = 6;

/** Waits until the page has rendered so often while no request was under way. */
async function untilQuiet(page: Page, requests: Set<Request>): Promise<void> {
  for (let quiet = 0; quiet < quietFrames; quiet = requests.size === 0 ? quiet + 1 : 0) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

const english = wordsOf('en') as (key: string) => string;

/** A text without values in the pseudo-language. */
export const text = (key: Parameters<ReturnType<typeof wordsOf>>[0]) => pseudo(english(key));

/** Opens an address of the app and waits for its heading, which stands there in Chinese until the app has come to life. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(`/tyy${address}`);
  await expect(page.locator('main h1:visible').first()).toHaveText(/^\[/);
}

/** Keeps the page where it is when it leaves for an address. */
export function stayAway(page: Page, address: string): Promise<unknown> {
  return page.route(address, route => route.fulfill({ status: 204 }));
}

/** Gives the page these data of a call. */
export function stub(page: Page, call: string, data: unknown): Promise<unknown> {
  return page.route(`**/v1/${call}*`, route => route.fulfill({ json: { code: 0, message: '', data } }));
}

const problems = [
  'no_face',
  'many_faces',
  'face_small',
  'not_frontal',
  'tilted',
  'eyes_covered',
  'mouth_covered',
  'blurred',
  'dark',
  'bright',
  'unreadable',
  'unheard-of',
];

/** A job in each state in which the app says something else, by the end of its address. */
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
    refuse_reasons: problems.map((problem, index) => ({ index: index % 5, problems: [problem] })),
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

/** Signs a user in, who has a photo, and a job in each state without waiting for one to be made. */
export async function signInWithJobs(page: Page, user: ApiUser): Promise<void> {
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

/** Every word that a user could read or hear and that is not in the pseudo-language; dates are Intl's, ids and files have no words. */
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
