import { createHmac } from 'node:crypto';
import { fetchElsewhere } from '../elsewhere/fetch-elsewhere.ts';
import { ApiError } from '../http/api-error.ts';
import { type Identity, type LoginProvider, profileOf } from './login.ts';

export interface FacebookApp {
  appId: string;
  appSecret: string;
  apiOrigin: string;
}

/** Time limit for both requests together, in milliseconds. Short, because a user is waiting. */
const timeLimit = 8_000;

/** Response of debug_token. Times are in seconds since 1970; 0 means never. */
interface TokenData {
  app_id?: string;
  type?: string;
  is_valid?: boolean;
  user_id?: string;
  expires_at?: number;
  data_access_expires_at?: number;
}

interface Profile {
  id?: string;
  name?: string;
  picture?: { data?: { url?: string; is_silhouette?: boolean } };
}

/**
 * Accepts only tokens that Facebook issued for this app. If Facebook is down, throttles us, or rejects this app, calls
 * `onProblem` and throws 503.
 */
export function facebookLogin(
  app: FacebookApp,
  clock: () => number,
  onProblem: (problem: Error) => void = () => {},
): LoginProvider {
  return async token => {
    try {
      return await identify(app, token, clock());
    } catch (error) {
      onProblem(new Error('Facebook could not be asked about a token.', { cause: error }));
      throw new ApiError('overloaded', 'error.sign-in-unavailable');
    }
  };
}

async function identify(app: FacebookApp, token: string, now: number): Promise<Identity | null> {
  const signal = AbortSignal.timeout(timeLimit);
  const appToken = `${app.appId}|${app.appSecret}`;
  const debugQuery = { access_token: appToken, input_token: token };
  const checked = await call<{ data?: TokenData }>(app, '/debug_token', debugQuery, aboutInput, signal);
  const data = checked?.data;
  if (!data || !isGood(data, app, now)) return null;

  const query = {
    fields: 'id,name,picture.width(200)',
    access_token: token,
    appsecret_proof: proofOf(app, token),
  };
  const profile = await call<Profile>(app, '/me', query, aboutToken, signal);
  // Both responses must be about the same user.
  if (!profile || profile.id !== data.user_id) return null;
  return identityOf(profile, data.user_id!);
}

/** Proves to Facebook that the caller knows the app's secret. Many apps require this proof. */
function proofOf({ appSecret }: FacebookApp, token: string): string {
  return createHmac('sha256', appSecret).update(token).digest('hex');
}

function isGood(data: TokenData, { appId }: FacebookApp, now: number): boolean {
  const isOver = (seconds = 0) => seconds !== 0 && seconds * 1000 <= now;
  return (
    data.is_valid === true &&
    data.app_id === appId &&
    data.type !== 'PAGE' &&
    /^\d+$/.test(data.user_id ?? '') &&
    !isOver(data.expires_at) &&
    !isOver(data.data_access_expires_at)
  );
}

function identityOf({ name = '', picture }: Profile, userId: string): Identity {
  const url = picture?.data?.is_silhouette ? '' : (picture?.data?.url ?? '');
  return {
    name: userId,
    ...profileOf(name, url),
  };
}

interface GraphError {
  code?: number;
  message?: string;
}

/** True if the error is about the inspected token, not about the app's own access token. */
function aboutInput({ code, message = '' }: GraphError): boolean {
  return code === 100 && !message.includes('appsecret_proof');
}

/** True if the user's token is invalid. 190: any invalid token; 102: an ended session. */
function aboutToken({ code }: GraphError): boolean {
  return code === 190 || code === 102;
}

/**
 * Returns null if `isAboutToken` says that Facebook's error is about the token. Throws Facebook's message for any other
 * error.
 */
async function call<Result>(
  { apiOrigin }: FacebookApp,
  path: string,
  query: Record<string, string>,
  isAboutToken: (error: GraphError) => boolean,
  signal: AbortSignal,
): Promise<Result | null> {
  const response = await fetchElsewhere(`${apiOrigin}${path}?${new URLSearchParams(query)}`, {
    signal,
    redirect: 'error',
  });
  if (response.ok) return (await response.json()) as Result;
  const { error = {} } = (await response.json().catch(() => ({}))) as { error?: GraphError };
  if (response.status < 500 && response.status !== 429 && isAboutToken(error)) return null;
  throw new Error(`Facebook returned ${response.status} with code ${error.code}: ${error.message}`);
}
