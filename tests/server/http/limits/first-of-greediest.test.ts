import { expect, test } from 'vitest';
import { firstOfGreediest } from '../../../../server/http/limits/first-of-greediest.ts';

const held = (text: string) =>
  text
    .split(' ')
    .filter(part => part !== '')
    .map(part => ({ caller: part[0]!, size: Number(part.slice(1)) }));

test.each([
  ['', undefined],
  ['a1', 0],
  ['b1 a1 a1', 1],
  ['b1 c1 a1 b1 a1', 0],
  ['b1 b1 b1 a4', 3],
])('of %s the first thing of who has most makes way', (text, index) => {
  const things = held(text);
  expect(firstOfGreediest(things)).toBe(index === undefined ? undefined : things[index]);
});
