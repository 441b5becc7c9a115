import { expect, test } from 'vitest';
import {
  array,
  boolean,
  nullable,
  number,
  object,
  oneOf,
  optional,
  ParseError,
  string,
} from '../../../src/platform/parse.ts';

const person = object({
  name: string,
  age: optional(number, null),
  tags: array(object({ kind: oneOf('a', 'b'), isOn: nullable(boolean) })),
});

test('a value that fits comes out with its named fields only', () => {
  const value = { name: 'Ada', tags: [{ kind: 'a', isOn: null, more: 1 }], other: true };
  expect(person(value)).toEqual({ name: 'Ada', age: null, tags: [{ kind: 'a', isOn: null }] });
});

test.each([
  [null, 'value is not an object'],
  [[], 'value is not an object'],
  ['Ada', 'value is not an object'],
  [{ name: 1, tags: [] }, 'value.name is not a text'],
  [{ name: '', age: '7', tags: [] }, 'value.age is not a number'],
  [{ name: '', age: Number.NaN, tags: [] }, 'value.age is not a number'],
  [{ name: '' }, 'value.tags is not a list'],
  [{ name: '', tags: [null] }, 'value.tags[0] is not an object'],
  [{ name: '', tags: [{ kind: 'c', isOn: true }] }, 'value.tags[0].kind is not one of a,b'],
  [{ name: '', tags: [{ kind: 'a', isOn: 1 }] }, 'value.tags[0].isOn is not true or false'],
])('%j says which part does not fit', (value, message) => {
  expect(() => person(value)).toThrow(new ParseError(message));
});
