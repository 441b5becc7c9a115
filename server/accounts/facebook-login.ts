import type { Identity, LoginProvider } from './login.ts';

/** An app at Facebook, and the origin of the Graph API. */
export interface FacebookApp {
  appId: string;
  appSecret: string;
  apiOrigin: string;
}

/** Milliseconds for both questions together; a person is waiting. */
const timeLimit = 8_000;

/** Nicknames are cut to so many characters. */
const longestName = 40;

/** What debug_token says of a token; times in seconds since 1970, 0 for never. */
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
 * Accepts the tokens that Facebook gave to people for this app, and for no other one. Throws when Facebook does not
 * respond: that is not the person's fault.
 */
export function facebookLogin(app: FacebookApp, clock: () => number): LoginProvider {
  return async token => {
    const signal = AbortSignal.timeout(timeLimit);
    const checked = await request<{ data?: TokenData }>(app, '/debug_token', { input_token: token }, signal);
    const data = checked?.data;
    if (!data || !isGood(data, app, clock())) return null;

    const query = { fields: 'id,name,picture.width(200)', access_token: token };
    const profile = await request<Profile>(app, '/me', query, signal);
    // The token could have been exchanged for somebody else's in between.
    if (!profile || profile.id !== data.user_id) return null;
    return identityOf(profile, data.user_id!);
  };
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
    nickname: [...name.trim()].slice(0, longestName).join(''),
    avatar: url.startsWith('https://') ? url : '',
  };
}

/** Null when Facebook refuses the token; throws when it is Facebook that is in trouble. */
async function request<Answer>(
  { appId, appSecret, apiOrigin }: FacebookApp,
  path: string,
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<Answer | null> {
  const address = `${apiOrigin}${path}?${new URLSearchParams({ access_token: `${appId}|${appSecret}`, ...query })}`;
  const response = await fetch(address, { signal, redirect: 'error' });
  if (response.status === 429 || response.status >= 500)
    throw new Error(`Facebook answered ${response.status}.`);
  if (!response.ok) return null;
  return (await response.json()) as Answer;
}
