import { onTestFinished, vi } from 'vitest';
import type { SpecCall } from '../../support/network/broken-responses.ts';

/** Loads a new client, as a page with this token in local storage would. */
export async function openClient(token: string | null = 'old') {
  vi.resetModules();
  if (token === null) localStorage.removeItem('tyy.token');
  else localStorage.setItem('tyy.token', token);
  const client = await import('../../../src/api/client.ts');
  client.clientHooks.language = () => 'en';
  const { overlay } = await import('../../../src/state/overlay.ts');
  const { session, saveToken } = await import('../../../src/state/session.ts');
  return { client, session, saveToken, toasts: () => overlay.toasts.map(toast => toast.message) };
}

const store = '../../../src/platform/upload/oss.ts';

/** Returns the app's own functions for all calls in the specification. */
export async function openCalls(saveToken: (token: string) => void) {
  // Replace the object store, because these tests check only the API's responses.
  vi.doMock(store, () => ({
    OssError: class extends Error {},
    // Return the credentials, so that tests can check what the app read.
    putObject: async (credentials: unknown) => JSON.stringify(credentials),
  }));
  onTestFinished(() => void vi.doUnmock(store));
  const [account, billing, homePics, im, pics, templates, uploads] = await Promise.all([
    import('../../../src/api/account.ts'),
    import('../../../src/api/billing.ts'),
    import('../../../src/api/home-pics.ts'),
    import('../../../src/api/sign-page.ts'),
    import('../../../src/api/jobs.ts'),
    import('../../../src/api/templates.ts'),
    import('../../../src/api/upload-photo.ts'),
  ]);
  let users = 0;
  return {
    login: () => account.login('facebook', 'token'),
    getHomePics: () => homePics.getHomePics(),
    getUserInfo: () => account.getUser(),
    getOssStsInfo: () => {
      // Use another user each time, because the app caches credentials per user.
      saveToken(`token-${++users}`);
      return uploads.uploadPhoto(new Blob(['a photo']), 'a.png');
    },
    getTemplates: () => templates.getTemplates(1),
    getGenerateCost: () => pics.getGenerateCost(),
    goTrainAndGeneratePic: () =>
      pics.createJob(
        { templateId: 1, styleId: null, title: 'Tea house', coverUrl: '' },
        ['/photo.png'],
        'attempt',
      ),
    getTrainAndGenerateResultById: () => pics.getJob({ trainId: 't1', generateId: 'g1' }),
    getTrainAndGenerateResultList: () => pics.getJobs(1),
    deleteTrainAndGenerate: () => pics.deletePics({ trainId: 't1', generateId: 'g1' }, null),
    getRechargeConfigsList: () => billing.getProducts('coins'),
    getUserPicsByGenerateId: () => pics.getPics('g1'),
    getPersonalPics: () => pics.getPersonalPics(),
    getCoinStatementList: () => billing.getCoinStatements(1),
    jsapisignature: () => im.signPage('/tyy/'),
    createOrder: () => billing.createOrder(1, { returnUrl: null, channel: null }),
    paySuccess: () => billing.paySuccess('o1', 'receipt'),
    adReward: () => billing.collectAdReward({ timestamp: 1, nonce: 'n', sign: 's', id: 'i' }),
  } satisfies Record<SpecCall, () => Promise<unknown>>;
}
