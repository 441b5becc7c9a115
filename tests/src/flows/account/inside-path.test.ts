import { expect, test } from 'vitest';
import { insidePath } from '../../../../src/flows/account/sign-in.ts';

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/..//evil.example',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  '/../..',
  '//',
  '/\t/evil.example',
  '@evil.example',
  '',
])('the requested path %j ends at Home', path => {
  expect(insidePath(path)).toBe('/');
});

test.each(['/', '/pic-list', '/making?train_id=7&generate_id=', '/pic?generate_id=a%2Fb', '/no-such-screen'])(
  'the requested path %j stays as it is',
  path => {
    expect(insidePath(path)).toBe(path);
  },
);
