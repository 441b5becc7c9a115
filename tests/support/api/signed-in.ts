import { test as base, inject } from 'vitest';
import { type ApiUser, signInAt } from './api.ts';

let count = 0;

/** Signs in a new user on this page, as if on an earlier visit. */
export async function signedIn(): Promise<ApiUser> {
  const user = await signInAt(inject('backend'), `Ann ${process.pid} ${Date.now()} ${++count}`);
  localStorage.setItem('tyy.token', user.token);
  return user;
}

/** A test whose page has a new signed-in user. */
export const test = base.extend<{ user: ApiUser }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from this pattern.
  user: [async ({}, use) => use(await signedIn()), { auto: true }],
});
