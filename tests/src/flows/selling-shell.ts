import { userEvent } from '@testing-library/user-event';
import { beforeEach, vi } from 'vitest';
import {
  type FakeShell,
  openFakeShell,
  type ShellAction,
  type ShellActions,
  succeed,
} from '../../support/fake-shell.ts';
import { callBackend, type renderAt, signedIn } from '../../support/render-at.tsx';

/** The token of the user who is signed in. */
export let token: string;
/** What the store has sold, the newest last. */
export let sold: string[];

/** Signs a user in before each test of the file; nothing is sold yet. */
export function sellAnew(): void {
  beforeEach(async () => {
    token = await signedIn();
    sold = [];
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    return () => vi.restoreAllMocks();
  });
}

/** The user's coins. */
export const coins = async () => (await callBackend<{ coins: number }>('/v1/getUserInfo', token)).coins;
/** Whether the user is subscribed. */
export const isVip = async () =>
  (await callBackend<{ vip_level: number }>('/v1/getUserInfo', token)).vip_level > 0;

/** Sells at the sandbox, as the phone's store does; returns the receipt. */
export async function sell(what: 'pay' | 'subscribe', goods: object): Promise<string> {
  const response = await fetch(`${location.origin}/sandbox/${what}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(goods),
  });
  const { receipt } = await response.json();
  sold.push(receipt);
  return receipt;
}

/** Gives back what was sold last. */
export const restore: ShellAction<'restore'> = () => {
  const receipt = sold.at(-1);
  return receipt ? succeed({ receipt }) : { code: 2, message: '' };
};

/** A shell whose store sells, and then replies like this. */
export function shellThatEnds(
  end: (receipt: string) => ReturnType<ShellAction<'pay'>>,
  more: ShellActions = {},
): FakeShell {
  return openFakeShell({
    pay: async ({ order_id }) => end(await sell('pay', { order_id })),
    subscription: async ({ product_id }) => end(await sell('subscribe', { product_id })),
    restore,
    ...more,
  });
}

/** Lets the API know nothing beyond the specification's calls; returns the addresses that were asked. */
export function hideFeatures(): string[] {
  const asked: string[] = [];
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    asked.push(String(input));
    const response = await real(input, init);
    if (!String(input).includes('/v1/getUserInfo')) return response;
    const envelope = await response.json();
    delete envelope.data?.features;
    return new Response(JSON.stringify(envelope), { status: response.status });
  });
  return asked;
}

/** Presses a button of the screen. */
export async function press(screen: Awaited<ReturnType<typeof renderAt>>, name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }));
}
