import { waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import en from '../../../src/i18n/en.json' with { type: 'json' };
import { signedIn } from '../../support/api/signed-in.ts';
import { renderAt } from '../../support/render-at.tsx';
import { press } from '../../support/wizard.ts';

/** Waits until the heading with this name has the focus. */
async function arriveAt(name: string): Promise<void> {
  await waitFor(() => {
    expect(document.activeElement?.tagName).toBe('H1');
    expect(document.activeElement?.textContent).toBe(name);
  });
}

test("each navigation sets the page's title and focuses the heading", async () => {
  await signedIn();
  const screen = await renderAt('/');

  (await screen.findByRole('link', { name: 'Me' })).click();
  await arriveAt('Me');
  expect(document.title).toBe('Me · Tyy portraits');
  expect(screen.getByRole('link', { name: 'Me' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBeNull();

  screen.getByRole('link', { name: 'Home' }).click();
  await arriveAt('Portraits of you');
  expect(document.title).toBe('Portraits of you · Tyy portraits');
});

test('the first screen takes no focus, the next screen opens at its top, and Back sets the title and the focus', async () => {
  const screen = await renderAt('/privacy');
  await screen.findByRole('heading', { level: 1 });
  expect(document.activeElement).toBe(document.body);
  window.scrollTo(0, 700);
  const { go } = await import('../../../src/platform/navigation.ts');
  go('/term');
  await arriveAt('Terms of service');
  expect(window.scrollY).toBe(0);

  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await arriveAt('Privacy policy');
  expect(document.title).toBe('Privacy policy · Tyy portraits');
});

test('the Back button opens Home if the screen is the first in the history', async () => {
  const screen = await renderAt('/term');

  await userEvent.click(await screen.findByRole('button', { name: 'Back' }));

  await arriveAt('Portraits of you');
  expect(location.pathname).toBe('/tyy/');
});

test('the hidden screen My stays in the document, and shows the same scroll position when the user returns', async () => {
  await signedIn();
  const screen = await renderAt('/personal-center');
  const heading = await screen.findByRole('heading', { level: 1, name: 'Me' });
  window.scrollTo(0, 420);
  window.dispatchEvent(new Event('scroll'));

  screen.getByRole('link', { name: 'Home' }).click();
  await arriveAt('Portraits of you');
  expect(heading.isConnected).toBe(true);
  expect(heading.closest('[hidden]')).not.toBeNull();
  expect(window.scrollY).toBe(0);

  screen.getByRole('link', { name: 'Me' }).click();
  await arriveAt('Me');
  expect(screen.getByRole('heading', { level: 1, name: 'Me' })).toBe(heading);
  expect(window.scrollY).toBe(420);

  const { go, goBack } = await import('../../../src/platform/navigation.ts');
  go('/term');
  await arriveAt('Terms of service');
  goBack();
  await arriveAt('Me');
  expect(document.activeElement).toBe(heading);
  expect(window.scrollY).toBe(420);
});

test('logging out removes the hidden screen My from the document', async () => {
  await signedIn();
  const screen = await renderAt('/personal-center');
  await screen.findByRole('heading', { level: 1, name: 'Me' });
  const { go } = await import('../../../src/platform/navigation.ts');
  const { clearUserData } = await import('../../../src/flows/account/clear-user-data.ts');

  go('/');
  await clearUserData();

  await waitFor(() => expect(document.querySelector('main [hidden]')).toBeNull());
});

async function openTwoScreens() {
  const screen = await renderAt('/privacy');
  const [{ go }, { ask }] = await Promise.all([
    import('../../../src/platform/navigation.ts'),
    import('../../../src/state/overlay.ts'),
  ]);
  go('/term');
  await screen.findByRole('heading', { name: 'Terms of service' });
  const question = () =>
    ask({ title: 'delete', choices: [{ value: 'yes', label: 'delete', kind: 'danger' }] });
  return { screen, go, question };
}

test.each([
  ['the same', '/tyy/term'],
  ['a replaced', '/tyy/'],
])('Back closes a question on %s screen, and the next Back leaves the screen', async (_, path) => {
  const { screen, go, question } = await openTwoScreens();
  const choice = question();
  await screen.findByRole('dialog');
  if (path === '/tyy/') {
    await waitFor(() => expect(history.state.guard).toBe(true));
    go('/', { replace: true });
    await screen.findByRole('heading', { name: 'Portraits of you' });
    screen.getByRole('dialog');
  }
  // Go back at once, because a user may be faster than the next frame.
  history.back();
  expect(await choice).toBeNull();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.pathname).toBe(path);
  history.back();
  await screen.findByRole('heading', { name: 'Privacy policy' });
});

test.each([null, { replace: false }, { replace: true }])(
  'after an answer, Back leaves the screen that the answer has opened (%j), or else the screen of the question',
  async options => {
    const { screen, go, question } = await openTwoScreens();
    const choice = question();
    await press('Delete');
    expect(await choice).toBe('yes');
    if (options) {
      go('/', options);
      await screen.findByRole('heading', { name: 'Portraits of you' });
    }
    await waitFor(() => expect(history.state.guard).toBeUndefined());
    history.back();
    const before = options?.replace === false ? 'Terms of service' : 'Privacy policy';
    await screen.findByRole('heading', { name: before });
  },
);

/** Every address of the app, with the key of its title. */
const places: [address: string, title: keyof typeof en][] = [
  ['/', 'home.title'],
  ['/make-pic', 'make-pic.title'],
  ['/making?train_id=7&generate_id=', 'making.title'],
  ['/personal-center', 'personal-center.title'],
  ['/pic-list', 'pic-list.title'],
  ['/pic?generate_id=7', 'pic.title'],
  ['/setting', 'setting.title'],
  ['/apps', 'apps.title'],
  ['/recharge', 'recharge.title'],
  ['/coin-flow', 'coin-flow.title'],
  ['/subscription', 'subscription.title'],
  ['/privacy', 'privacy.title'],
  ['/term', 'term.title'],
];

const open = ['/', '/setting', '/apps', '/privacy', '/term', '/nowhere'];
const withTabBar = ['/', '/personal-center'];
let left: string[] = [];

beforeEach(() => {
  left = [];
  vi.spyOn(location, 'replace').mockImplementation(address => {
    left.push(new URL(address, location.href).pathname);
  });
});

/** The visible headings. Hidden screens stay in the document. */
function headings(): string[] {
  const all = [...document.querySelectorAll('h1')].filter(heading => !heading.closest('[hidden]'));
  return all.map(heading => heading.textContent);
}

test.each(places)(
  '%s opens its screen with its title and one heading, and shows tabs only on the main screens',
  async (address, title) => {
    await signedIn();

    const screen = await renderAt(address);

    await waitFor(() => expect(headings()).toHaveLength(1));
    expect(document.title).toBe(`${en[title]} · Tyy portraits`);
    expect(document.querySelector('main [role=alert]')?.textContent ?? '').not.toContain(
      'could not be shown',
    );
    expect(screen.queryByRole('navigation') !== null).toBe(withTabBar.includes(address));
    expect(left).toEqual([]);
  },
);

test.each(open)('%s opens without a sign-in', async address => {
  await renderAt(address);

  await waitFor(() => expect(headings()).toHaveLength(1));
  expect(left).toEqual([]);
});

test.each(places.map(([address]) => address).filter(address => !open.includes(address)))(
  '%s starts a sign-in first',
  async address => {
    await renderAt(address);

    await waitFor(() => expect(left).toEqual(['/sandbox/login']));
    expect(JSON.parse(sessionStorage.getItem('tyy.sign-in') ?? '')).toMatchObject({ path: address });
  },
);

test.each(['/%74erm', '/term/', '/Term', '/term%EF%BC%8C%E5%BF%AB', '/term).'])(
  'the address %s opens the terms',
  async address => {
    const page = await renderAt(`${address}?from=a%2Db#top`);
    await page.findByRole('heading', { level: 1, name: 'Terms of service' });
    expect(location.href).toMatch(/\/tyy\/term\?from=a%2Db#top$/);
  },
);

test('the address /index.html opens Home', async () => {
  const page = await renderAt('/index.html');
  await page.findByRole('heading', { level: 1, name: 'Portraits of you' });
  expect(location.pathname).toBe('/tyy/');
});

test.each(['/%', '/term%2F', '/%2Fterm', '/term%00', '/%5Cterm'])(
  'the address %s opens no screen',
  async address => {
    const page = await renderAt(address);
    await page.findByRole('heading', { level: 1, name: 'Page not found' });
  },
);

const languages = ['en', 'zh'] as const;

for (const path of ['privacy', 'term'] as const) {
  test(`the legal text /${path} opens without a sign-in and has equally many sections in both languages`, async () => {
    const counts: number[] = [];
    for (const language of languages) {
      localStorage.setItem('tyy.language', language);
      const screen = await renderAt(`/${path}`);
      await screen.findByText(language === 'en' ? /^Last updated/ : /^最近更新/);
      counts.push(screen.getAllByRole('heading', { level: 2 }).length);
    }
    expect(counts[0]).toBeGreaterThan(9);
    expect(counts[0]).toBe(counts[1]);
  });
}
