import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBackend, TestUser } from '../../support/backend.ts';
import {
  begin,
  comeBack,
  home,
  login,
  nativeToken,
  openOidcBackend,
  openSigningIssuer,
  pageOf,
  proofOf,
  type SigningIssuer,
} from './oidc-world.ts';

let google: SigningIssuer;
let acme: SigningIssuer;
let backend: TestBackend;

beforeAll(async () => {
  google = await openSigningIssuer();
  acme = await openSigningIssuer();
  backend = await openOidcBackend(google.address, acme.address);
});

afterAll(async () => {
  await backend.close();
  await google.close();
  await acme.close();
});

async function userOf(token: string) {
  return (await new TestUser(backend, token).get('getUserInfo')).data;
}

const without = (proof: ReturnType<typeof proofOf>, name: keyof typeof proof) =>
  Object.fromEntries(Object.entries(proof).filter(([key]) => key !== name));

const refused = { status: 200, code: 1001 };

test('a browser goes to the issuer, comes back with a code and is signed in under the issuer’s name', async () => {
  const begun = begin();
  const { headers, statusCode } = await backend.app.inject({ url: pageOf('google', begun) });
  expect(statusCode).toBe(302);
  const page = new URL(String(headers.location));
  expect(page.origin).toBe(google.address);
  expect(Object.fromEntries(page.searchParams)).toMatchObject({
    client_id: 'web',
    redirect_uri: home,
    response_type: 'code',
    scope: 'openid profile',
    state: begun.state,
    nonce: begun.nonce,
    code_challenge_method: 'S256',
  });
  const back = await comeBack(backend, 'google', begun, 'ann');
  expect(back.state).toBe(begun.state);
  const { data } = await login(backend, proofOf('google', back, begun));
  expect(await userOf(data.token)).toMatchObject({
    nickname: 'ann Example',
    avatar: 'https://cdn.example/face.jpg',
  });
});

test('the same person by the phone’s own sign-in is the same account, at another issuer another one', async () => {
  const begun = begin();
  const browser = await login(
    backend,
    proofOf('google', await comeBack(backend, 'google', begun, 'bea'), begun),
  );
  const phone = await login(backend, {
    login_type: 'google',
    token: await nativeToken(google.address, 'bea'),
  });
  const first = await userOf(browser.data.token);
  expect((await userOf(phone.data.token)).user_id).toBe(first.user_id);
  const again = begin();
  const other = await login(backend, proofOf('Acme', await comeBack(backend, 'Acme', again, 'bea'), again));
  expect((await userOf(other.data.token)).user_id).not.toBe(first.user_id);
});

test('a code is worth nothing to who did not begin', async () => {
  const begun = begin();
  const back = await comeBack(backend, 'google', begun, 'cleo');
  const right = proofOf('google', back, begun);
  const wrong = [
    { ...right, code_verifier: begin().code_verifier },
    without(right, 'code_verifier'),
    without(right, 'nonce'),
    without(right, 'redirect_uri'),
    { ...right, token: 'made up' },
  ];
  for (const body of wrong) expect(await login(backend, body)).toMatchObject(refused);
});

test('a code that was shown once, and one whose nonce is another sign-in’s, are refused', async () => {
  const begun = begin();
  const right = proofOf('google', await comeBack(backend, 'google', begun, 'dora'), begun);
  expect(await login(backend, right)).toMatchObject({ code: 0 });
  expect(await login(backend, right)).toMatchObject(refused);
  const other = begin();
  const back = await comeBack(backend, 'google', other, 'dora');
  expect(await login(backend, { ...proofOf('google', back, other), nonce: begun.nonce })).toMatchObject(
    refused,
  );
});

test('issuers are not mixed up: a code of one opens nothing at another, whatever it calls itself', async () => {
  const begun = begin();
  const back = await comeBack(backend, 'google', begun, 'eva');
  expect(await login(backend, proofOf('Acme', back, begun))).toMatchObject(refused);
  const named = { ...back, iss: acme.address };
  expect(await login(backend, proofOf('google', named, begun))).toMatchObject(refused);
});

test('nobody is sent to a foreign address, nor is a code taken that went there', async () => {
  for (const foreign of [
    'https://evil.example/tyy/',
    'https://app.example.evil.example/',
    'javascript:alert(1)',
  ]) {
    const begun = begin();
    const { statusCode, headers } = await backend.app.inject({ url: pageOf('google', begun, foreign) });
    expect({ statusCode, location: headers.location }).toEqual({ statusCode: 400, location: undefined });
    const body = { ...proofOf('google', { code: 'x', iss: google.address }, begun), redirect_uri: foreign };
    expect(await login(backend, body)).toMatchObject({ status: 400 });
  }
});

test('who asks for an issuer that is not there, or cannot be asked, comes back to the app with its state', async () => {
  const begun = begin();
  const { headers } = await backend.app.inject({ url: pageOf('apple', begun) });
  expect(headers.location).toBe(`${home}?error=temporarily_unavailable&state=${begun.state}`);
});

test('who is sent with less than a sign-in needs, or with something else, goes nowhere', async () => {
  const whole = new URL(pageOf('google', begin()), home);
  const wrong = [...whole.searchParams.keys()].flatMap(name => {
    const [without, other] = [new URL(whole), new URL(whole)];
    without.searchParams.delete(name);
    other.searchParams.set(name, '');
    return [without, other];
  });
  expect(wrong).toHaveLength(10);
  for (const { pathname, search } of wrong) {
    const { statusCode, headers } = await backend.app.inject({ url: pathname + search });
    expect({ search, statusCode, location: headers.location }).toEqual({
      search,
      statusCode: 400,
      location: undefined,
    });
  }
});
