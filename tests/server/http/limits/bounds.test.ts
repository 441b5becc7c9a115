import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bounds } from '../../../../server/http/limits/bounds.ts';

const page = readFileSync('docs/limits.md', 'utf8').replace(/\s+/g, ' ');

/** The words of docs/limits.md that describe each bound. */
const said: Record<keyof typeof bounds, string> = {
  runningCalls: 'Six run at a time',
  waitingCalls: '200 wait, 2,000 in all',
  bodyBytes: '8 MB per address, 48 MB in all',
  connections: "4,000, at most two fifths of the process's handles; 1,000 per address",
  pipelinedRequests: 'the ninth closes the connection',
  tokens: 'the newest 50 tokens of a user',
  openOrders: '20 unpaid orders per user',
  receipts: 'per user and hour: 20 receipts',
  receiptTries: 'at most three times a minute',
  orderChecks: '400 checks of orders',
  adIds: 'the newest 20 ids of a user',
  adRewards: 'ten rewards a day',
  unfinishedJobs: '30 unfinished jobs per user, 5,000 in all',
  wastedJobs: '40 jobs that were deleted, refused or failed',
  photoCheckTime: '120 s of checks',
  waitingPhotos: '100 users wait',
  tryOnCalls: '2 calls per user, 24 in all',
  tryOns: '240 drawings a day',
  waitingTryOns: 'one drawing at a time, users in turn; 40 per user wait, 400 in all',
  photoCheckCalls: '1 call per user, 8 in all',
  waitingComparisons: '24 wait',
  photoComparisons: '900 of these a day',
  devicesOfJob: 'the ten newest devices of a running job',
  smallerPictures:
    'one is made at a time, owners in turn, not for callers who hung up; 100 per owner wait, 400 in all',
  templatePictures:
    'each is made once, two at a time, addresses in turn, not for callers who hung up; 150 calls per address wait, 600 in all',
  shareCards:
    'one drawing at a time, each card once, not for callers who hung up; 4 per address wait, 40 in all',
  sentPictures: '200 are sent at once',
  sentCopies: 'the newest copy of each user, 20 in all',
  comingShares: '2 per address at a time, 24 in all',
  keptShares: '4 per address are kept',
  shareBytes: '128 MB per address, 256 MB in all',
  reports: '20 a day per user, or per address',
  clientEvents: '20 per address and 1,200 in all are counted',
  loggedErrors: '10 a day per address',
  loggedErrorsAnHour: '50 an hour',
  sourceMaps: 'ten a minute',
  uploads: '10 requests per user, 100 in all',
  uploadBytes: '100 MB per user in flight',
  uploadCalls: '600 calls a minute per user',
  begunUploads: '10 begun per user',
  uploadParts: '256 parts',
  storedPhotos: '1,000 stored',
  uploadedFiles: '5,000 a day',
  uploadedBytes: '500 MB a day per user',
};

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The forms in which the document may write a number: `8000000` as "8 MB", `6` as "six". */
function formsOf(number: number): string[] {
  const bytes = number % 2 ** 20 === 0 ? number / 2 ** 20 : number / 1e6;
  return [words[number] ?? number.toLocaleString('en'), `${number}`, `${bytes} MB`, `${number / 1000} s`];
}

test.each(Object.entries(bounds))('docs/limits.md has the current value of the bound %s', (name, bound) => {
  const text = said[name as keyof typeof bounds];
  expect(page).toContain(text);
  const { running, ofOne, inAll } = bound as { running?: number; ofOne?: number; inAll?: number };
  // The document counts differently: the ninth request on a connection is the first that is not allowed.
  const numbers =
    name === 'pipelinedRequests' ? [] : [running, ofOne, inAll].filter(one => one !== undefined);
  for (const number of numbers)
    expect(
      formsOf(number).some(form => text.toLowerCase().includes(form.toLowerCase())),
      `${number} in "${text}"`,
    ).toBe(true);
  if (name === 'pipelinedRequests') expect(ofOne).toBe(8);
});
