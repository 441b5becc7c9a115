import { expect, test } from 'vitest';
import { type Call, checkApi as check, openStore, openWrong, withBody } from '../support/api/check-api.ts';
import { goodData } from '../support/network/broken-responses.ts';

const app = 'https://app.example';
const job = goodData.goTrainAndGeneratePic.train_and_generate_info;

/** Refuses what was made up, and has a job from when it is made until it is deleted. */
function soundly(store: string): (call: Call) => boolean {
  let jobs: (typeof job)[] = [];
  return call => {
    if (call.request.method === 'OPTIONS') return false;
    if (call.name === 'goTrainAndGeneratePic') jobs = [job];
    if (call.name === 'deleteTrainAndGenerate') jobs = [];
    const bodies: Record<string, unknown> = {
      paySuccess: { code: 1004, message: 'The receipt is not genuine' },
      adReward: { code: 1004, message: 'The sign is wrong' },
      getOssStsInfo: { code: 0, data: { ...goodData.getOssStsInfo, endpoint: store } },
      getTrainAndGenerateResultList: { code: 0, data: { list: jobs } },
    };
    const body = bodies[call.name];
    if (body) call.response.end(JSON.stringify(body));
    return body !== undefined;
  };
}

const nothing = () => false;

test.each<
  [what: string, wrong: (call: Call) => boolean, broken: string[], says: string | RegExp, store?: number]
>([
  [
    'a store that refuses the photo',
    nothing,
    ['PUT  the photo into the object store'],
    /expected: status 200\n {15}came: .*\n {15}specification: .*\nnot checked {4}POST goTrainAndGeneratePic\n {15}there is no photo/,
    403,
  ],
  [
    'a job that stays when it is deleted',
    withBody('deleteTrainAndGenerate', '{"code":0}'),
    ['a job that was deleted'],
    /expected: it is gone from the list\n {15}came: it is still there/,
  ],
  [
    'what was made up taken for genuine',
    call =>
      withBody('paySuccess', '{"code":0}')(call) ||
      withBody('adReward', '{"code":0,"data":{"coins":15}}')(call),
    ['POST paySuccess (a receipt that was made up)', 'POST adReward (a reward with a wrong sign)'],
    /expected: a code other than 0 for a receipt that was made up\n {15}came: code 0\n {15}specification: POST \/v1\/paySuccess/,
  ],
])('by --write, of an API with %s', async (_, wrong, broken, says, status) => {
  const sound = soundly(await openStore(status));
  const origin = await openWrong(call => wrong(call) || sound(call));

  const { code, stdout, stderr } = await check(origin, '--token', 'token-of-mine', '--app', app, '--write');

  expect([...stdout.matchAll(/^broken +(.*)$/gm)].map(([, call]) => call)).toEqual(broken);
  expect(stdout).toMatch(says);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
});

test('by --write, a job that is made without an id is found in the list, and deleted', async () => {
  const sound = soundly(await openStore());
  const nameless = withBody('goTrainAndGeneratePic', '{"code":0,"data":null}');
  const origin = await openWrong(call => sound(call) || nameless(call));

  const { code, stdout } = await check(origin, '--token', 'token-of-mine', '--app', app, '--write');

  expect(stdout).toMatch(
    /^works without {2}POST goTrainAndGeneratePic\n {15}no id: the app looks for the newest job$/m,
  );
  expect(stdout).toMatch(/^works {10}POST deleteTrainAndGenerate$/m);
  expect(code).toBe(0);
});
