import {
  type CoinStatement,
  getCoinStatements,
  getProducts,
  type Product,
  type StatementJob,
} from '../../api/billing.ts';
import { NetworkError } from '../../api/errors.ts';
import { getJobs, getPics, type Job, type Pic } from '../../api/jobs.ts';
import { language } from '../../i18n/i18n.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import {
  address,
  array,
  matching,
  number,
  numberOrText,
  object,
  oneOf,
  optional,
  type Parser,
  string,
  unixTime,
} from '../../platform/parse.ts';
import type { Key } from '../../platform/storage/keys.ts';
import { type DurableValue, saved } from '../../platform/storage/saved.ts';
import { jobKey } from '../../state/current-job.ts';
import { isSameId } from '../../state/is-same-id.ts';
import { jobParser } from '../../state/job.ts';
import { note } from '../../state/overlay.ts';
import { session } from '../../state/session.ts';

/** Maximum length of a price in characters; a longer text would break the layout of the cards. */
const longest = 24;

/** The saved first page of the user's jobs. */
export const savedJobs = savedLastKnown('tyy.jobs', array<Job>(jobParser));

export const savedPics = savedLastKnown(
  'tyy.pics',
  array(
    object<Pic>({
      id: optional(numberOrText, null),
      picUrl: address,
      screenUrl: address,
      listUrl: address,
      width: number,
      height: number,
    }),
  ),
);

const savedStatements = savedLastKnown(
  'tyy.statements',
  array(
    object<CoinStatement>({
      id: string,
      time: unixTime,
      change: optional(number, null),
      remaining: number,
      reason: string,
      job: optional(
        object<StatementJob>({ title: string, picUrl: address, state: oneOf('held', 'spent', 'returned') }),
        null,
      ),
    }),
  ),
);

const productsParser = array(
  object<Product>({
    id: numberOrText,
    productId: matching(/./),
    title: string,
    coins: number,
    originalPrice: number,
    discountPrice: number,
    payAmount: number,
    storePrice: optional(string, null),
    vipLevel: number,
    days: number,
  }),
);

const savedProducts = {
  coins: savedLastKnown('tyy.packs', productsParser),
  subscriptions: savedLastKnown('tyy.plans', productsParser),
};

/** Returns a page of jobs. The first page is also available offline. */
export function getKnownJobs(page: number): Promise<Job[]> {
  return page === 1 ? lastKnown(savedJobs, () => getJobs(1)) : getJobs(page);
}

/** Returns the saved first page of jobs; null if that page was never loaded. */
export const lastJobs = (): Promise<Job[] | null> => readLastKnown(savedJobs);

/** Searches the user's jobs, newest first. Null if the job is not found. */
export async function findJob(generateId: string): Promise<Job | null> {
  let last = '';
  for (let page = 1; ; page++) {
    const jobs = await getKnownJobs(page);
    const found = jobs.find(job => isSameId(job.generateId || job.trainId, generateId));
    const ids = jobs.map(jobKey).join(' ');
    // APIs without paging return the same page for every page number.
    if (found || jobs.length === 0 || ids === last) return found ?? null;
    last = ids;
  }
}

/** Returns a page of statements. The first page is also available offline. */
export function getKnownStatements(page: number): Promise<CoinStatement[]> {
  if (page > 1) return getCoinStatements(page);
  return lastKnown(savedStatements, () => getCoinStatements(1));
}

/** Returns the saved first page of statements; null if that page was never loaded. */
export const lastStatements = (): Promise<CoinStatement[] | null> => readLastKnown(savedStatements);

/** Returns the pictures of a job. The pictures of the job viewed last are also available offline. */
export function getKnownPics(generateId: string): Promise<Pic[]> {
  return lastKnown(savedPics, () => getPics(generateId), generateId);
}

/** Returns the saved pictures if this job was the last one viewed, else null. */
export const lastPics = (generateId: string): Promise<Pic[] | null> => readLastKnown(savedPics, generateId);

/** The format of product ids in app stores. */
const storeId = /^[\w.-]+$/;

/** Returns the products that users can buy in this host; also available offline. */
export function getKnownProducts(kind: 'coins' | 'subscriptions'): Promise<Product[]> {
  return lastKnown(savedProducts[kind], async () => {
    const [products, prices] = await Promise.all([getProducts(kind), storePrices()]);
    const isInStore = ({ productId }: Product) =>
      kind === 'coins' || !bridge.subscription || storeId.test(productId);
    return products
      .filter(isInStore)
      .map(product => ({ ...product, storePrice: prices[product.productId] ?? null }));
  });
}

/** Returns the saved products; null if they were never loaded. */
export const lastProducts = (kind: 'coins' | 'subscriptions'): Promise<Product[] | null> =>
  readLastKnown(savedProducts[kind]);

/** Reads the prices that the native app saved, as the app store formats them, by product id. Empty if that fails. */
async function storePrices(): Promise<Record<string, string>> {
  if (!bridge.subscription) return {};
  try {
    const given: object = JSON.parse((await bridge.readCache('tyy.store-prices')) ?? '{}');
    const isPrice = ([, price]: [string, unknown]) => typeof price === 'string' && price.length <= longest;
    return Object.fromEntries(Object.entries(given).filter(isPrice));
  } catch {
    return {};
  }
}

/** The last response. `about` identifies the request, and `language` is the language of the response. */
export interface LastKnown<T> {
  about: string;
  language: string;
  value: T;
}

function savedLastKnown<T>(key: Key, value: Parser<T>): DurableValue<LastKnown<T>> {
  return saved(key, object<LastKnown<T>>({ about: string, language: string, value }));
}

/** Returns the last response for the same `about` in the current language, or null. */
async function readLastKnown<T>(last: DurableValue<LastKnown<T>>, about = ''): Promise<T | null> {
  const known = await last.read();
  return known?.about === about && known.language === language() ? known.value : null;
}

/** Loads a value and saves it. If the network fails, returns the last value that was saved for the same `about`. */
export async function lastKnown<T>(
  last: DurableValue<LastKnown<T>>,
  load: () => Promise<T>,
  about = '',
): Promise<T> {
  try {
    const value = await load();
    // If the user has logged out meanwhile, save nothing.
    if (session.token) last.write({ about, language: language(), value });
    return value;
  } catch (error) {
    // Decide by the error, because a browser may report "online" although it reaches no server.
    const known = error instanceof NetworkError ? await readLastKnown(last, about) : null;
    if (known === null) throw error;
    if (navigator.onLine) note('offline.maybe');
    return known;
  }
}
