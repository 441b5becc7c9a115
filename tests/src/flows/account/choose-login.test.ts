import { createHash } from 'node:crypto';
import { beforeEach, expect, inject, test, vi } from 'vitest';
import { setSettings } from '../../../support/set-settings.ts';
import { comeBack, flow, left, openPage, overlay, stayOnPages, toasts, until } from './sign-in-page.ts';

stayOnPages();
beforeEach(() => setSettings({ logins: ['facebook', 'google', 'Acme ID'] }));

const settled = (attempt: Promise<void>) =>
  attempt.then(
    () => 'signed in',
    ({ name }: Error) => name,
  );

async function chooseAt(address: string, choice: string) {
  await openPage(address);
  const attempt = settled(flow.signIn());
  await until(() => overlay.question !== null);
  overlay.question?.settle(choice);
  return attempt;
}

test('the user is asked to choose a login service, in the owner’s order, and may choose none', async () => {
  await openPage('/pic-list');
  const attempt = settled(flow.signIn());
  await until(() => overlay.question !== null);
  expect(overlay.question?.choices.map(({ label }) => label)).toEqual(
    ['Facebook', 'Google', 'Acme ID'].map(service => ({ text: `Continue with ${service}` })),
  );
  overlay.question?.settle(null);

  expect(await attempt).toBe('Cancelled');
  expect(left).toEqual([]);
  expect(sessionStorage.getItem('tyy.sign-in')).toBeNull();
  flow.signIn().catch(() => undefined);
  await until(() => overlay.question !== null);
});

test("the issuer's page gets only the PKCE challenge, and the code verifier stays in this tab", async () => {
  void chooseAt('/pic-list', 'google');
  await until(() => left.length > 0);
  const { visit, state, path } = JSON.parse(sessionStorage.getItem('tyy.sign-in') ?? '');
  expect(left[0]?.origin).toBe(inject('backend'));
  expect(Object.fromEntries(left[0]?.searchParams ?? [])).toEqual({
    login_type: 'google',
    redirect_uri: `${inject('backend')}/tyy/`,
    state,
    nonce: visit.proof.nonce,
    code_challenge: createHash('sha256').update(visit.proof.code_verifier).digest('base64url'),
  });
  expect(path).toBe('/pic-list');
  expect(visit.proof.code_verifier).toMatch(/^[a-z0-9]{64}$/);
});

test('if there is only one login service, the app opens it without a question', async () => {
  setSettings({ logins: ['google'] });
  await openPage('/pic-list');
  flow.signIn().catch(() => undefined);
  await until(() => left.length > 0);
  expect(overlay.question).toBeNull();
  expect(left[0]?.searchParams.get('login_type')).toBe('google');
});

test('after the return from an issuer, the app sends the code and the proof to the server and forgets both', async () => {
  void chooseAt('/pic-list', 'google');
  await until(() => left.length > 0);
  const { visit, state } = JSON.parse(sessionStorage.getItem('tyy.sign-in') ?? '');
  const fetched = vi.spyOn(globalThis, 'fetch');

  await openPage(`/?code=once&state=${state}&iss=https%3A%2F%2Fissuer.example`);
  const isLogin = ([address]: unknown[]) => String(address).endsWith('/v1/login');
  await until(() => fetched.mock.calls.some(isLogin));

  const [, request] = fetched.mock.calls.find(isLogin)!;
  expect(JSON.parse(String(request?.body))).toEqual({
    login_type: 'google',
    token: 'once',
    ...visit.proof,
    iss: 'https://issuer.example',
  });
  expect(location.search).toBe('');
  expect(sessionStorage.getItem('tyy.sign-in')).toBeNull();
});

test('the app shows different messages if the issuer is unavailable and if the user refuses the login', async () => {
  for (const [error, message] of [
    ['temporarily_unavailable', 'sign-in.failed'],
    ['access_denied', 'sign-in.cancelled'],
  ] as const) {
    sessionStorage.clear();
    void chooseAt('/pic-list', 'google');
    const before = left.length;
    await until(() => left.length > before);
    const { state } = JSON.parse(sessionStorage.getItem('tyy.sign-in') ?? '');
    await comeBack({ error, state });
    await until(() => toasts().includes(message));
  }
});
