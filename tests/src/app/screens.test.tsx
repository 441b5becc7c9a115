import { waitFor } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import en from '../../../src/i18n/en.json' with { type: 'json' };
import { signedIn } from '../../support/api/signed-in.ts';
import { renderAt } from '../../support/render-at.tsx';

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
