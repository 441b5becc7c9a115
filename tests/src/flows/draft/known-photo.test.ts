import { expect, test } from 'vitest';
import { knownPhoto, withoutSign } from '../../../../src/flows/draft/known-photo.ts';

test.each([
  ['https://store/a_1.jpg?expires=1&sign=a', 'https://store/a_1.jpg?expires=2&sign=b'],
  ['https://store/a?OSSAccessKeyId=1&Expires=1&Signature=a', 'https://store/a?Expires=2&Signature=b'],
  ['https://store/img?id=1&X-Amz-Date=1', 'https://store/img?id=1&X-Amz-Date=2'],
])('a photo keeps its id if its signature changes: %s', (today, tomorrow) => {
  expect(knownPhoto(tomorrow).id).toBe(knownPhoto(today).id);
});

test.each([
  ['https://store/img?id=1', 'https://store/img?id=2'],
  ['https://store/photo.php?id=1&sign=a', 'https://store/photo.php?id=2&sign=a'],
  ['https://store/a.jpg?sign=a', 'https://store/b.jpg?sign=a'],
])('%s and %s are two photos', (one, other) => {
  expect(withoutSign(one)).not.toBe(withoutSign(other));
});
