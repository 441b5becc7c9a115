import { expect, test } from 'vitest';
import { profileOf } from '../../../server/accounts/login.ts';

test.each([
  'http://cdn.example/ann.jpg',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg/>',
  'https://cdn\0.example/ann.jpg',
  '//cdn.example/ann.jpg',
  ' https://cdn.example/ann.jpg',
  '',
  null,
  7,
])('a picture at %j is not shown', picture => {
  expect(profileOf('Ann', picture).avatar).toBe('');
});

test.each([
  ['  Ann  ', 'Ann'],
  ['安'.repeat(41), '安'.repeat(40)],
  ['😀'.repeat(41), '😀'.repeat(40)],
  ['A\0n\u0007n\ud800', 'Ann'],
  [null, ''],
  [{ name: 'Ann' }, ''],
])('of the name %j only what fits is kept', (name, kept) => {
  expect(profileOf(name, '').nickname).toBe(kept);
});
