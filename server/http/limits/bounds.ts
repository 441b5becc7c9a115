import { limits } from '../../contract/limits.ts';

/**
 * All limits per caller in one table. `caller`: who is counted. `ofOne`: the limit for each caller. `inAll`: the limit
 * for all callers together. `per`: the period; without it, the limit is for concurrent things. `refusal`: the response
 * above the limit. A test compares the table with docs/limits.md. Calls per minute have a setting instead: RATE_LIMIT.
 *
 * Limits that the database counts hold for all processes together, all others per process. The contract has the limits
 * of a call's parameters. Limits of time and speed are next to the code that applies them.
 */
export const bounds = {
  // Calls.
  runningCalls: { caller: 'user or address', ofOne: 6, refusal: 'waits' },
  waitingCalls: { caller: 'user or address', ofOne: 200, inAll: 2_000, refusal: '429', tryAgainIn: 3 },
  bodyBytes: { caller: 'address', ofOne: 8_000_000, inAll: 48_000_000, refusal: '503', tryAgainIn: 2 },
  connections: { caller: 'address', ofOne: 1_000, inAll: 4_000, refusal: 'closes the one idle for longest' },
  pipelinedRequests: { caller: 'connection', ofOne: 8, refusal: 'closes the connection' },
  // Accounts and money; counted in the database.
  tokens: { caller: 'user', ofOne: 50, refusal: 'ends the oldest' },
  openOrders: { caller: 'user', ofOne: 20, refusal: '429' },
  receipts: { caller: 'user', per: 'hour', ofOne: 20, refusal: '429' },
  receiptTries: { caller: 'user and receipt', per: 'minute', ofOne: 3, refusal: '400' },
  orderChecks: { caller: 'user', per: 'hour', ofOne: 400, refusal: 'the saved state' },
  adIds: { caller: 'user', ofOne: 20, refusal: 'ends the oldest' },
  adRewards: { caller: 'user', per: 'day', ofOne: 10, refusal: '429' },
  // Jobs and try-ons.
  unfinishedJobs: { caller: 'user', ofOne: 30, inAll: 5_000, refusal: '429; 503' },
  wastedJobs: { caller: 'user', per: 'day', ofOne: 40, refusal: '429' },
  photoCheckTime: { caller: 'user', per: 'day', ofOne: 120_000, refusal: '429' },
  waitingPhotos: { caller: 'user', inAll: 100, refusal: '503' },
  tryOnCalls: { caller: 'user', ofOne: 2, inAll: 24, refusal: '429', tryAgainIn: 5 },
  tryOns: { caller: 'user', per: 'day', ofOne: limits.tryOnsADay, refusal: '429' },
  waitingTryOns: { caller: 'user', running: 1, ofOne: 40, inAll: 400, refusal: '503', tryAgainIn: 5 },
  photoCheckCalls: { caller: 'user', ofOne: 1, inAll: 8, refusal: '429', tryAgainIn: 5 },
  waitingComparisons: { caller: 'user', inAll: 24, refusal: 'an empty list' },
  photoComparisons: { caller: 'user', per: 'day', ofOne: 900, refusal: 'an empty list' },
  devicesOfJob: { caller: 'job', ofOne: 10, refusal: 'ends the oldest' },
  // Pictures and files.
  smallerPictures: { caller: 'owner', running: 1, ofOne: 100, inAll: 400, refusal: '503', tryAgainIn: 5 },
  templatePictures: { caller: 'address', running: 2, ofOne: 150, inAll: 600, refusal: '503', tryAgainIn: 5 },
  shareCards: { caller: 'address', running: 1, ofOne: 4, inAll: 40, refusal: '503', tryAgainIn: 8 },
  sentPictures: { caller: 'address', inAll: 200, refusal: 'ends the slowest' },
  sentCopies: { caller: 'address', inAll: 20, refusal: 'ends the slowest' },
  comingShares: { caller: 'address', ofOne: 2, inAll: 24, refusal: 'the wizard without the photos' },
  keptShares: { caller: 'address', ofOne: 4, refusal: 'removes the oldest' },
  shareBytes: {
    caller: 'address',
    ofOne: 128 * 2 ** 20,
    inAll: 256 * 2 ** 20,
    refusal: 'removes the oldest',
  },
  // Reports.
  reports: { caller: 'user or address', per: 'day', ofOne: 20, refusal: '429' },
  clientEvents: { caller: 'address', per: 'minute', ofOne: 20, inAll: 1_200, refusal: 'dropped' },
  loggedErrors: { caller: 'address', per: 'day', ofOne: 10, refusal: 'not logged' },
  loggedErrorsAnHour: { caller: 'all', per: 'hour', inAll: 50, refusal: 'not logged' },
  sourceMaps: { caller: 'all', per: 'minute', inAll: 10, refusal: 'places stay as reported' },
  // Uploads to our own store, which refuses with OSS's error codes.
  uploads: { caller: 'user', ofOne: 10, inAll: 100, refusal: 'QpsLimitExceeded' },
  uploadBytes: { caller: 'user', ofOne: limits.photos * limits.photoBytes, refusal: 'QpsLimitExceeded' },
  uploadCalls: { caller: 'user', per: 'minute', ofOne: 600, refusal: 'QpsLimitExceeded' },
  begunUploads: { caller: 'user', ofOne: 10, refusal: 'ends the one unused for longest' },
  uploadParts: { caller: 'upload', ofOne: 256, refusal: 'InvalidArgument' },
  storedPhotos: { caller: 'user', ofOne: 1_000, refusal: 'QuotaExceeded' },
  uploadedFiles: { caller: 'user', per: 'day', ofOne: 5_000, refusal: 'QuotaExceeded' },
  uploadedBytes: { caller: 'user', per: 'day', ofOne: 500 * 2 ** 20, refusal: 'QuotaExceeded' },
} as const satisfies Record<string, Bound>;

interface Bound {
  caller: string;
  per?: 'minute' | 'hour' | 'day';
  running?: number;
  ofOne?: number;
  inAll?: number;
  refusal: string;
  /** Seconds in the header Retry-After. */
  tryAgainIn?: number;
}
