import type { Data } from '../../server/contract/calls.ts';
import type * as Contract from '../../server/contract/jobs.ts';
import { address, matching, numberIn, object, ParseError, type Parser, string } from '../platform/parse.ts';
import type { Job, JobStatus } from '../state/job.ts';
import { type Fields, id, list, listOf, maybe, number, words } from './data.ts';
import { time } from './time.ts';

const percent: Parser<number> = (value, path) => numberIn(0, 100)(number(value, path), path);

const statuses = ['to-be-audited', 'auditing', 'refused', 'generating', 'done', 'failed'] as const;
/** A status number that is not in the specification becomes 'unknown'. */
const status: Parser<JobStatus> = (value, path) => statuses[Number(words(value, path)) - 1] ?? 'unknown';

const text = matching(/\S/);
/** Parses an address; fails if it is empty. */
const picAddress: Parser<string> = (value, path) => address(text(value, path), path);

/** A set has four pictures; further pictures are ignored. */
const mostPics = 4;

type ListPic = Job['pics'][number];

/** Parses a picture from an object or from a bare address. */
const listPic: Parser<ListPic> = (value, path) => {
  const { id: picId, list_url, pic_url } = Object(value);
  return { id: maybe(id, null)(picId, path), listUrl: picAddress(list_url || pic_url || value, path) };
};

const listPics: Parser<ListPic[]> = (value, path) => list(listPic)(value, path).slice(0, mostPics);

/** For each field of a job: its name in the API, and its parser. */
const fields: { [K in keyof Job]: [keyof Contract.Job, Parser<Job[K]>] } = {
  trainId: ['train_id', id],
  generateId: ['generate_id', id],
  templateId: ['template_id', id],
  styleId: ['style_id', id],
  title: ['title', words],
  coverUrl: ['cover_url', address],
  status: ['status', status],
  expectMinutes: ['expect_minutes', number],
  expectSeconds: ['expect_seconds', number],
  queuePosition: ['queue_position', number],
  progress: ['progress', percent],
  createTime: ['create_time', time],
  pics: ['pics', listPics],
  picCount: ['pic_count', number],
  coins: ['returnable_coins', number],
  refusedPhotos: ['refuse_reasons', list(object({ index: number, problems: maybe(list(string), []) }))],
};

/** APIs put a job into `train_and_generate_info` or directly into `data`, or split its fields between both. */
const parseJob: Parser<Partial<Job>> = (value, path) => {
  const info = Object(value).train_and_generate_info;
  const data = info && typeof info === 'object' ? { ...Object(value), ...info } : value;
  object({})(data, path);
  const said = Object.entries(fields).map(([name, [wire, parse]]) => [
    name,
    maybe<unknown, undefined>(parse, undefined)(data[wire], `${path}.${wire}`),
  ]);
  return Object.fromEntries(said.filter(([, found]) => found !== undefined));
};

const isNamed = (job: Partial<Job>) => job.trainId !== undefined || job.generateId !== undefined;

/** Parses a job; fails with `<path> has no <missing>` unless `has` returns true. */
function parseJobWith(has: (job: Partial<Job>) => boolean, missing: string): Parser<Partial<Job>> {
  return (value, path) => {
    const job = parseJob(value, path);
    if (!has(job)) throw new ParseError(`${path} has no ${missing}`);
    return job;
  };
}

const inInfo =
  <T>(parse: Parser<T>): Parser<{ train_and_generate_info: T }> =>
  (value, path) => ({ train_and_generate_info: parse(value, path) });

const parseNamedJob = parseJobWith(isNamed, 'train_id or generate_id');

/** Parses a job that was requested by its ids, so only its status is required. */
export const parseJobInfo = inInfo(parseJobWith(job => job.status !== undefined, 'status'));

/** Parses a new job, which needs at least one id. */
export const parseNewJob = inInfo(parseNamedJob);

/** Like `parseNewJob`, but null without ids, because the job is already paid and the call must not fail. */
export const parsePaidJob = maybe(parseNewJob, { train_and_generate_info: null });

/** Parses a list of jobs; each job needs at least one id. */
export const parseJobs = listOf(parseNamedJob);

export const parseCost = object({ num: number } satisfies Fields<Data<'getGenerateCost'>>);

const pixels: Parser<number> = (value, path) => numberIn(1, 1e5)(number(value, path), path);

const parsePic = object({
  id: maybe(id, null),
  pic_url: picAddress,
  screen_url: maybe(address, null),
  list_url: maybe(address, null),
  pic_width: maybe(pixels, 768),
  pic_height: maybe(pixels, 1024),
} satisfies Fields<Contract.Pic>);

/** Parses pictures; each is an object or a bare address. */
export const parsePics = listOf((value, path) =>
  parsePic(typeof value === 'string' ? { pic_url: value } : value, path),
);

export const parsePhotos = listOf(picAddress);
