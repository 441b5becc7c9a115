import { expect, test } from 'vitest';
import { checkApi as check } from '../support/api/check-api.ts';
import { someOf } from '../support/some-of.ts';

test.each(
  someOf(2, [
    ['https://api.example --wirte', "Unknown option '--wirte'."],
    ['', 'must be the address of an API'],
    ['ftp://api.example', 'must be the address of an API'],
    ['https://me:word@api.example', 'must be the address of an API'],
    ['https://api.example https://b.example', "Unexpected argument 'https://b.example'."],
    ['https://api.example --app app.example', '--app must be the origin of the app'],
  ]),
)('"%s" is refused with a sentence and exit code 2', async (given, sentence) => {
  const { code, stdout, stderr } = await check(...given.split(' ').filter(Boolean));
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(sentence);
});
