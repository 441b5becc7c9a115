import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type OSS from 'ali-oss';
import type { Data } from '../../server/contract/calls.ts';
import { toOssCredentials } from '../../src/api/credentials-data.ts';
import { ApiError } from '../../src/api/errors.ts';
import { storeOptions } from '../../src/platform/upload/store-options.ts';
import type { Job, JobIds } from '../../src/state/job.ts';
import {
  askFirst,
  Broken,
  broken,
  type Checked,
  callApi,
  checkCall,
  checkRefusal,
  excerpt,
  type Result,
  type Target,
  titleOf,
  works,
} from './check-call.ts';
import { generalLines, type SpecName } from './specification.ts';

interface Known {
  templateId: unknown;
  productId: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: the app's parser returns this untyped.
  credentials: any;
  features: readonly string[];
}

/** Makes all calls that change nothing. With `makesJob`, skips those about a job; a new job follows. */
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
  async function checkPages(name: SpecName, given: object): Promise<Checked['data']> {
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

function idsOf({ trainId, generateId }: Partial<JobIds>) {
  return { train_id: trainId ?? '', generate_id: generateId ?? '' };
}

export function unchecked(name: SpecName, why: string): Result {
  return { call: titleOf(name), verdict: 'not checked', notes: [why] };
}

/** Checks that an unknown token gets HTTP 401, which makes the app sign in again. */
async function checkCaller(target: Target): Promise<Result> {
  const call = `${titleOf('getUserInfo')} (a token that nobody was given)`;
  try {
    await callApi({ ...target, token: 'a-token-that-nobody-was-given' }, 'getUserInfo', {});
    return broken(call, new Broken('HTTP 401', 'code 0'), generalLines.refused);
  } catch (error) {
    const isApi = error instanceof ApiError;
    const status = isApi ? error.status : Number(/HTTP (\d+)/.exec(String(error))?.[1]);
    if (status === 401) return works(call);
    const reason = isApi ? new Broken('HTTP 401', `HTTP ${status}, code ${error.code}`) : error;
    return broken(call, reason, generalLines.refused);
  }
}

/** Maximum wait for a job, and delay between polls, in ms. */
const patience = 120_000;
const delay = 3000;

/** Orders a product, uploads a photo, creates and deletes a job, and sends ad rewards that the API must refuse. */
export async function checkWriting(
  target: Target,
  { templateId, productId, credentials, features }: Known,
  photo: string,
  report: (...results: Result[]) => void,
): Promise<void> {
  if (productId === undefined) report(unchecked('createOrder', 'nothing is for sale'));
  else {
    const order = await checkCall(target, 'createOrder', { config_id: productId });
    report(order.result);
    const receipt = {
      ...(order.data && { order_id: order.data.order_id }),
      receipt: 'a-receipt-that-was-made-up',
    };
    report(await checkRefusal(target, 'paySuccess', receipt, 'a receipt that was made up'));
  }
  const reward = {
    timestamp: Math.floor(Date.now() / 1000),
    nonce: 'madeup0000',
    sign: '0'.repeat(64),
    id: 'madeup0000',
  };
  report(await checkRefusal(target, 'adReward', reward, 'a reward with a wrong sign'));

  const upload = credentials && (await uploadPhoto(target, credentials, photo));
  if (upload) report(upload.result);
  if (!upload?.address || templateId === undefined) {
    report(unchecked('goTrainAndGeneratePic', 'there is no photo, or no template, to make it of'));
    return report(unchecked('deleteTrainAndGenerate', 'no job was made'));
  }
  // Give consent, because the API refuses jobs without it.
  if (features.includes('consent')) await giveConsent(target).catch(() => undefined);
  await checkJob(target, { template_id: templateId, resource_pics: [upload.address], style_id: 1 }, report);
}

async function giveConsent(target: Target): Promise<void> {
  const { consent_version: version } = (await callApi(target, 'getOperator', {})) as Data<'getOperator'>;
  await callApi(target, 'giveConsent', { version });
}

async function checkJob(
  target: Target,
  given: object,
  report: (...results: Result[]) => void,
): Promise<void> {
  const page = { cur_page: 1, page_size: 20 };
  const listOf = async () =>
    (await checkCall(target, 'getTrainAndGenerateResultList', page)).data?.list ?? [];
  const before = new Set((await listOf()).map(keyOf));
  const created = await checkCall(target, 'goTrainAndGeneratePic', { ...given });
  const isNameless = created.data?.train_and_generate_info === null;
  if (isNameless)
    Object.assign(created.result, {
      verdict: 'works without',
      notes: ['no id: the app looks for the newest job'],
    });
  report(created.result);
  const job =
    created.data?.train_and_generate_info ??
    (isNameless && (await listOf()).find((job: Partial<Job>) => !before.has(keyOf(job))));
  if (!job) return report(unchecked('deleteTrainAndGenerate', 'the job that was made was not found'));

  const end = Date.now() + patience;
  let asked = await checkCall(target, 'getTrainAndGenerateResultById', idsOf(job));
  while (isRunning(asked.data?.train_and_generate_info) && Date.now() < end) {
    await pause(delay);
    asked = await checkCall(target, 'getTrainAndGenerateResultById', idsOf(job));
  }
  report(asked.result);
  const known = asked.data?.train_and_generate_info;
  const named: Partial<JobIds> = { ...known, ...job };
  if (known?.status === 'done') {
    const pics = { generate_id: named.generateId ?? named.trainId };
    report((await checkCall(target, 'getUserPicsByGenerateId', pics)).result);
  } else
    report(
      unchecked('getUserPicsByGenerateId', `the job is not done (status ${known?.status ?? 'unknown'})`),
    );
  report((await checkCall(target, 'deleteTrainAndGenerate', idsOf(named))).result);
  if ((await listOf()).some((other: Partial<Job>) => keyOf(other) === keyOf(named))) {
    report({
      call: 'a job that was deleted',
      verdict: 'broken',
      notes: ['expected: it is gone from the list', 'came: it is still there'],
    });
  }
}

const keyOf = ({ trainId, generateId }: Partial<JobIds>) => trainId ?? generateId;

const isRunning = (job: Pick<Job, 'status'> | undefined) =>
  job !== undefined && !['refused', 'done', 'failed'].includes(job.status);

async function uploadPhoto(
  target: Target,
  // biome-ignore lint/suspicious/noExplicitAny: the app's parser returns this untyped.
  credentials: any,
  photo: string,
): Promise<{ result: Result; address: string | null }> {
  const call = 'PUT  the photo into the object store';
  try {
    // Import the library only here, because it takes as long to load as the rest of the script.
    const { default: Client } = await import('ali-oss');
    const store = new Client(storeOptions(toOssCredentials(credentials)));
    const name = `${credentials.prefix}check-api_${Date.now().toString(36)}${path.extname(photo)}`;
    const { url } = (await store.put(name, await readFile(photo))) as OSS.PutObjectResult & { url: string };
    // As a browser does, ask whether the app may upload from its origin.
    if (new URL(url).origin !== target.app) await askFirst(target, url, 'PUT', storeHeaders);
    const { hostname } = new URL(url);
    const isHere = /^(localhost|127\.|\[::1\])/.test(hostname);
    return { result: works(call), address: isHere ? url : url.replace(/^http:/, 'https:') };
  } catch (error) {
    const came = error instanceof Error ? `${error.name}: ${excerpt(error.message)}` : String(error);
    const reason = error instanceof Broken ? error : new Broken('status 200', came);
    return { result: broken(call, reason, generalLines.upload), address: null };
  }
}

/** Headers that the app's upload library sends with a photo. */
const ossHeaders = ['content-sha256', 'date', 'security-token'].map(name => `x-oss-${name}`);
const storeHeaders = ['authorization', 'content-type', ...ossHeaders];
