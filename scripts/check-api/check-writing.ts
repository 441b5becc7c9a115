import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type OSS from 'ali-oss';
import type { Data } from '../../server/contract/calls.ts';
import { toOssCredentials } from '../../src/api/credentials-data.ts';
import { storeOptions } from '../../src/platform/upload/store-options.ts';
import type { Job, JobIds } from '../../src/state/job.ts';
import { callApi, checkCall, checkRefusal, excerpt, explain, type Result } from './check-call.ts';
import { idsOf, type Known, unchecked } from './check-reading.ts';
import { askFirst, Broken, type Target } from './send.ts';
import { generalLines } from './specification.ts';

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
  const listOf = async () =>
    (await checkCall(target, 'getTrainAndGenerateResultList', { cur_page: 1, page_size: 20 })).data?.list ??
    [];
  const before = new Set((await listOf()).map(keyOf));
  const created = await checkCall(target, 'goTrainAndGeneratePic', { ...given });
  const isNameless = created.data?.train_and_generate_info === null;
  if (isNameless)
    created.result = {
      ...created.result,
      verdict: 'works without',
      notes: ['no id: the app looks for the newest job'],
    };
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

/** Uploads the photo with the app's upload library. */
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
    await askStore(target, url);
    const { hostname } = new URL(url);
    const isHere = /^(localhost|127\.|\[::1\])/.test(hostname);
    return {
      result: { call, verdict: 'works', notes: [] },
      address: isHere ? url : url.replace(/^http:/, 'https:'),
    };
  } catch (error) {
    if (error instanceof Broken) {
      return {
        result: { call, verdict: 'broken', notes: explain(error, generalLines.upload) },
        address: null,
      };
    }
    const came = error instanceof Error ? `${error.name}: ${excerpt(error.message)}` : String(error);
    const notes = ['expected: status 200', `came: ${came}`, `specification: ${generalLines.upload}`];
    return { result: { call, verdict: 'broken', notes }, address: null };
  }
}

/** Headers that the app's upload library sends with a photo. */
const storeHeaders = [
  'authorization',
  'content-type',
  'x-oss-content-sha256',
  'x-oss-date',
  'x-oss-security-token',
];

/** Sends a preflight request for the upload, as a browser does. */
async function askStore(target: Target, url: string): Promise<void> {
  if (new URL(url).origin !== target.app) await askFirst(target, url, 'PUT', storeHeaders);
}
