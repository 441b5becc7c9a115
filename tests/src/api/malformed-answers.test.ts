import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type Answer,
  brokenAnswers,
  goodAnswer,
  goodData,
  type SpecCall,
} from '../../support/broken-answers.ts';
import { openClient } from './client-page.ts';

const store = '../../../src/platform/oss.ts';

let next: Answer;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const { body, ...status } = next;
    return new Response(body, status);
  });
  // Credentials are about the store, which has nothing to do with the answers of the API.
  vi.doMock(store, () => ({
    OssError: class extends Error {},
    putObject: async () => 'https://store/a.png',
  }));
});
afterEach(() => vi.doUnmock(store));

/** Every call of the specification, as the app makes it. */
async function openCalls(saveToken: (token: string) => void) {
  const [account, billing, im, pics, templates, uploads] = await Promise.all([
    import('../../../src/api/account.ts'),
    import('../../../src/api/billing.ts'),
    import('../../../src/api/im.ts'),
    import('../../../src/api/pics.ts'),
    import('../../../src/api/templates.ts'),
    import('../../../src/api/uploads.ts'),
  ]);
  let users = 0;
  return {
    login: () => account.login('facebook', 'token'),
    getHomePics: () => templates.getHomePics(),
    getUserInfo: () => account.getUser(),
    getOssStsInfo: () => {
      // Credentials are kept for their user.
      saveToken(`token-${++users}`);
      return uploads.uploadPhoto(new Blob(['a photo']), 'a.png');
    },
    getTemplates: () => templates.getTemplates(1),
    getGenerateCost: () => pics.getGenerateCost(),
    goTrainAndGeneratePic: () => pics.createJob(1, ['/photo.png'], 'attempt'),
    getTrainAndGenerateResultById: () => pics.getJob('t1', 'g1'),
    getTrainAndGenerateResultList: () => pics.getJobs(1),
    deleteTrainAndGenerate: () => pics.deletePics('t1', 'g1'),
    getRechargeConfigsList: () => billing.getProducts('coins'),
    getUserPicsByGenerateId: () => pics.getPics('g1'),
    getPersonalPics: () => pics.getPersonalPics(),
    getCoinStatementList: () => billing.getCoinStatements(1),
    jsapisignature: () => im.signPage('/tyy/'),
    createOrder: () => billing.createOrder(1, null),
    paySuccess: () => billing.paySuccess('o1', 'receipt'),
    adReward: () => billing.claimAdReward({ timestamp: 1, nonce: 'n', sign: 's', id: 'i' }),
  } satisfies Record<SpecCall, () => Promise<unknown>>;
}

test('of 2,000 malformed answers each is an error in plain words, and the good one after it works', async () => {
  const { client, saveToken } = await openClient('token');
  const calls = await openCalls(saveToken);
  const names = Object.keys(goodData) as SpecCall[];
  const broken = fc
    .constantFrom(...names)
    .chain(name => fc.record({ name: fc.constant(name), answer: fc.constantFrom(...brokenAnswers(name)) }));
  const { closeToast, overlay } = await import('../../../src/state/overlay.ts');

  for (const { name, answer } of fc.sample(broken, { numRuns: 2_000, seed: 15 })) {
    const about = `${name}: ${answer.status} ${answer.body}`;
    next = answer;
    const error = await calls[name]().then(
      () => null,
      (error: Error) => error,
    );
    expect(error?.name ?? 'accepted', about).toMatch(/^(Api|Network)Error$/);
    for (const { id } of overlay.toasts) closeToast(id);
    client.showError(error);
    expect(['error.network', { text: answer.statusText }, { text: 'Not now' }], about).toContainEqual(
      overlay.toasts[0]?.message,
    );

    next = goodAnswer(goodData[name]);
    await expect(calls[name](), about).resolves.not.toThrow();
  }
});
