import type { Data } from '../../server/contract/calls.ts';
import type * as Contract from '../../server/contract/jobs.ts';
import {
  address,
  matching,
  numberIn,
  object,
  type Parsed,
  ParseError,
  type Parser,
  string,
} from '../platform/parse.ts';
import { type Fields, id, list, listOf, maybe, number, time } from './data.ts';
import { key } from './key.ts';

const percent: Parser<number> = (value, path) => numberIn(0, 100)(number(value, path), path);

const parseFields = object({
  train_id: maybe(id, null),
  generate_id: maybe(id, null),
  template_id: maybe(key, null),
  title: maybe(string, null),
  cover_url: maybe(address, null),
  status: maybe(number, null),
  expect_minutes: maybe(number, null),
  expect_seconds: maybe(number, null),
  queue_position: maybe(number, null),
  progress: maybe(percent, null),
  create_time: maybe(time, null),
  refuse_reasons: maybe(list(object({ index: number, problems: maybe(list(string), []) })), []),
} satisfies Fields<Contract.Job>);

/** What an API says of a job; null where it does not say. */
export type JobData = Parsed<typeof parseFields>;

/** A job in `train_and_generate_info`, in `data` itself, or in part beside it. */
const parseJob: Parser<JobData> = (value, path) => {
  const info = Object(value).train_and_generate_info;
  return parseFields(info && typeof info === 'object' ? { ...Object(value), ...info } : value, path);
};

const isNamed = (job: JobData) => job.train_id !== null || job.generate_id !== null;

/** A job with what it must have; `missing` says what that is. */
function parseJobWith(has: (job: JobData) => boolean, missing: string): Parser<JobData> {
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

/** Reads a job that was asked for by its ids: it needs a status. */
export const parseJobInfo = inInfo(parseJobWith(job => job.status !== null, 'status'));

/** Reads a job that was just made: it needs one id. */
export const parseNewJob = inInfo(parseNamedJob);

/** The same of a job that is paid: without an id it is null, and not lost. */
export const parsePaidJob = maybe(parseNewJob, { train_and_generate_info: null });

/** Reads a page of jobs: each needs one id. */
export const parseJobs = listOf(parseNamedJob);

/** Reads the price of a generation. */
export const parseCost = object({ num: number } satisfies Fields<Data<'getGenerateCost'>>);

const text = matching(/\S/);
/** An empty one is no picture. */
const picAddress: Parser<string> = (value, path) => address(text(value, path), path);
const pixels: Parser<number> = (value, path) => numberIn(1, 1e5)(number(value, path), path);

const parsePic = object({
  id: maybe(id, null),
  pic_url: picAddress,
  screen_url: maybe(address, null),
  list_url: maybe(address, null),
  pic_width: maybe(pixels, 768),
  pic_height: maybe(pixels, 1024),
} satisfies Fields<Contract.Pic>);

/** Reads the pictures of a job, each an object or its bare address. */
export const parsePics = listOf((value, path) =>
  parsePic(typeof value === 'string' ? { pic_url: value } : value, path),
);

/** Reads addresses of photos. */
export const parsePhotos = listOf(picAddress);
