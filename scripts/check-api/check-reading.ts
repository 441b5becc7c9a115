import { ApiError } from '../../src/api/errors.ts';
import type { Job, JobIds } from '../../src/state/job.ts';
import { type Checked, callApi, checkCall, explain, type Given, type Result, titleOf } from './check-call.ts';
import type { Target } from './send.ts';
import { generalLines, type SpecName } from './specification.ts';

/** Data from reading calls that the writing calls need. */
export interface Known {
  templateId: unknown;
  productId: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: the app's parser returns this untyped.
  credentials: any;
  /** The features beyond the specification that the API declares. */
  features: readonly string[];
}

/**
 * Makes all calls that change nothing. With `makesJob`, skips the calls about a job, which are checked later with a new
 * job.
 */
export async function checkReading(
  target: Target,
  report: (...results: Result[]) => void,
  makesJob: boolean,
): Promise<Known> {
  async function check(name: SpecName, given = {}): Promise<Checked['data']> {
    const { result, data } = await checkCall(target, name, given);
    report(result);
    return data;
  }

  /** Also checks that the second page has other items than the first. */
  async function checkPages(name: SpecName, given: Given): Promise<Checked['data']> {
    const { result, data } = await checkCall(target, name, { cur_page: 1, ...given });
    const second = data?.list.length > 0 && (await checkCall(target, name, { cur_page: 2, ...given }));
    if (second && JSON.stringify(second.data?.list) === JSON.stringify(data.list)) {
      result.verdict = 'works without';
      result.notes.push('no pages: cur_page=2 brings the first page again, and the app shows only that page');
    }
    report(result);
    return data;
  }

  const home = await checkCall(target, 'getHomePics');
  if (home.data && home.data.list.filter(Boolean).length < 4) {
    home.result.verdict = 'works without';
    home.result.notes.push("fewer than 4 pictures: the app's own stand in");
  }
  report(home.result);
  await check('jsapisignature', { url: `${target.app}/tyy/` });
  report(await checkCaller(target));
  if (target.token === null) {
    report(...needingToken.map(name => unchecked(name, 'it needs a user: --token TOKEN')));
    return { templateId: undefined, productId: undefined, credentials: null, features: [] };
  }
  const user = await check('getUserInfo');
  const credentials = await check('getOssStsInfo');
  const templates = await checkPages('getTemplates', { page_size: 21 });
  await check('getGenerateCost');
  await check('getPersonalPics');
  const packs = await checkPages('getRechargeConfigsList', { page_size: 10, product_type: 2 });
  await checkPages('getRechargeConfigsList', { page_size: 10, product_type: 1 });
  await checkPages('getCoinStatementList', { page_size: 50 });
  const jobs = await checkPages('getTrainAndGenerateResultList', { page_size: 20 });
  const [newest] = jobs?.list ?? [];
  if (makesJob) {
    // With `makesJob`, both calls are checked later with a new job.
  } else if (newest) {
    await check('getTrainAndGenerateResultById', idsOf(newest));
    const done = jobs.list.find((job: Partial<Job>) => job.status === 'done');
    if (done) await check('getUserPicsByGenerateId', { generate_id: done.generateId ?? done.trainId });
    else report(unchecked('getUserPicsByGenerateId', 'this user has no finished job: --write makes one'));
  } else {
    const names = ['getTrainAndGenerateResultById', 'getUserPicsByGenerateId'] as const;
    report(...names.map(name => unchecked(name, 'this user has no job: --write makes one')));
  }
  const features = user?.features ?? [];
  return { templateId: templates?.list[0]?.id, productId: packs?.list[0]?.id, credentials, features };
}

const needingToken: SpecName[] = [
  'getUserInfo',
  'getOssStsInfo',
  'getTemplates',
  'getGenerateCost',
  'getPersonalPics',
  'getRechargeConfigsList',
  'getCoinStatementList',
  'getTrainAndGenerateResultList',
  'getTrainAndGenerateResultById',
  'getUserPicsByGenerateId',
];

/** A job's ids as the app sends them. */
export function idsOf({ trainId, generateId }: Partial<JobIds>) {
  return { train_id: trainId ?? '', generate_id: generateId ?? '' };
}

export function unchecked(name: SpecName, why: string): Result {
  return { call: titleOf(name), verdict: 'not checked', notes: [why] };
}

/** Checks that an unknown token gets HTTP 401, which makes the app sign in again. */
async function checkCaller(target: Target): Promise<Result> {
  const call = `${titleOf('getUserInfo')} (a token that nobody was given)`;
  const works: Result = { call, verdict: 'works', notes: [] };
  try {
    await callApi({ ...target, token: 'a-token-that-nobody-was-given' }, 'getUserInfo', {});
  } catch (error) {
    const status = error instanceof ApiError ? error.status : Number(/HTTP (\d+)/.exec(String(error))?.[1]);
    if (status === 401) return works;
    if (!(error instanceof ApiError))
      return { ...works, verdict: 'broken', notes: explain(error, generalLines.refused) };
    return {
      ...works,
      verdict: 'broken',
      notes: [
        'expected: HTTP 401',
        `came: HTTP ${status}, code ${error.code}`,
        `specification: ${generalLines.refused}`,
      ],
    };
  }
  return {
    ...works,
    verdict: 'broken',
    notes: ['expected: HTTP 401', 'came: code 0', `specification: ${generalLines.refused}`],
  };
}
