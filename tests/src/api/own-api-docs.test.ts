import { expect, test, vi } from 'vitest';
import { calls as contract } from '../../../server/contract/calls.ts';
import { goodData, goodResponse, type SpecCall } from '../../support/network/broken-responses.ts';
import { fieldsOf, page, pick, wordsIn } from '../../support/network/own-api-docs.ts';

import { openCalls, openClient } from './spec-calls.ts';

/** Opens the calls on an API that sends the given data; records the headers of all requests. */
async function openOwnApi() {
  let next: unknown;
  const headers = new Set<string>();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    for (const [name] of new Headers(init?.headers)) headers.add(name.toLowerCase());
    const { body, ...status } = goodResponse(next);
    return new Response(body, status);
  });
  const { saveToken } = await openClient('token');
  const calls = await openCalls(saveToken);
  const call = (name: SpecCall, data: unknown) => {
    next = data;
    return calls[name]();
  };
  return { call, headers };
}

test('the page on hosts names each call that an API must have, by its method', () => {
  const needed = Object.entries(contract).filter(([, call]) => !('feature' in call));
  for (const [name, { method }] of needed) expect(page).toContain(`| ${method} \`${name}\` |`);
  expect([...fieldsOf.keys()].sort()).toEqual(needed.map(([name]) => name).sort());
});

test.each(Object.keys(goodData) as SpecCall[])(
  '%s needs the fields on the page, and no other',
  async name => {
    const { call } = await openOwnApi();
    const fields = fieldsOf.get(name) ?? [];
    await expect(call(name, pick(goodData[name], fields))).resolves.not.toThrow();
    // A missing list counts as empty.
    for (const field of fields.filter(field => field !== 'list')) {
      const others = fields.filter(other => other !== field);
      await expect(call(name, pick(goodData[name], others)), field).rejects.toThrow();
    }
  },
);

test('the headers to allow are those that the app sends', async () => {
  const { call, headers } = await openOwnApi();
  for (const name of Object.keys(goodData) as SpecCall[]) await call(name, goodData[name]);
  const [, sentence] = page.match(/\*\*CORS\*\*: (.*?), for GET and POST/s) ?? [];
  expect([...headers].sort()).toEqual(wordsIn(sentence).sort());
});
