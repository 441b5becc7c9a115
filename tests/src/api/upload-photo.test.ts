import { beforeEach, expect, vi } from 'vitest';
import { test } from '../../support/api/signed-in.ts';
import { changeData, intercept } from '../../support/network/network.ts';

const photo = new Blob(['a photo'], { type: 'image/jpeg' });

let uploads: typeof import('../../../src/api/upload-photo.ts');

beforeEach(async () => {
  vi.resetModules();
  uploads = await import('../../../src/api/upload-photo.ts');
});

/** Counts the requests for credentials. The first `spoilt` responses have invalid credentials. */
function countCredentials(spoilt = 0) {
  const count = { requests: 0 };
  changeData('getOssStsInfo', data =>
    count.requests++ < spoilt ? { ...data, security_token: 'not-genuine' } : data,
  );
  return count;
}

test.for([
  ['share their credentials', 0, 1],
  ['fetch new credentials once if the store refuses the first', 1, 2],
] as const)('photos that are uploaded at the same time %s', async ([, spoilt, requests]) => {
  const count = countCredentials(spoilt);
  const names = ['a.jpg', 'b.jpg', 'c.jpg'];
  const addresses = await Promise.all(names.map(name => uploads.uploadPhoto(photo, name)));

  expect(new Set(addresses).size).toBe(3);
  expect(count.requests).toBe(requests);
});

test('the app requests upload credentials again if the response was lost', async () => {
  let lost = 0;
  intercept(async ({ path }, send) => {
    const response = await send();
    if (path !== '/v1/getOssStsInfo' || lost++ > 0) return response;
    throw new TypeError('The connection was lost.');
  });

  await uploads.uploadPhoto(photo, 'a.jpg');

  expect(lost).toBe(2);
});

test('an upload that the store refuses twice fails', async () => {
  const count = countCredentials(Number.POSITIVE_INFINITY);

  await expect(uploads.uploadPhoto(photo, 'a.jpg')).rejects.toMatchObject({ name: 'OssError' });
  expect(count.requests).toBe(2);
});

test('an upload does not use credentials that are about to expire', async () => {
  const count = countCredentials();
  await uploads.uploadPhoto(photo, 'a.jpg');
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 14.5 * 60_000);

  await uploads.uploadPhoto(photo, 'b.jpg').catch(() => undefined);

  expect(count.requests).toBe(2);
});
