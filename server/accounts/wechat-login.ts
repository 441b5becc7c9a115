import { fetchElsewhere } from '../elsewhere/fetch-elsewhere.ts';
import { ApiError } from '../http/api-error.ts';
import { type Identity, type LoginProvider, profileOf } from './login.ts';

/** An app or an official account at WeChat. */
interface WechatApp {
  appId: string;
  appSecret: string;
}

/** Whose codes sign users in: the official account's in WeChat's browser, the mobile app's in the native app. */
export interface WechatLoginApps {
  inWechat: WechatApp | null;
  inShell: WechatApp | null;
  apiOrigin: string;
}

/** Milliseconds for all requests together; a user is waiting. */
const timeLimit = 8_000;

/** A code that is wrong, used or too old. https://developers.weixin.qq.com/doc/ */
const badCodes = [40_029, 40_163, 42_003];

interface Reply {
  errcode?: number;
  errmsg?: string;
  access_token?: string;
  openid?: string;
  unionid?: string;
  scope?: string;
  nickname?: string;
  headimgurl?: string;
}

/**
 * Accepts the codes that WeChat gave for one of these apps; each is good once. Refuses with 503 when it cannot tell, and
 * reports why.
 */
export function openWechatLogin(
  { inWechat, inShell, apiOrigin }: WechatLoginApps,
  onProblem: (problem: Error) => void,
): LoginProvider {
  return async code => {
    const signal = AbortSignal.timeout(timeLimit);
    try {
      const own = inWechat && (await identify(inWechat, code, apiOrigin, signal));
      // Only WeChat knows by its openid in the official account who pays there.
      if (own) return { ...own.identity, openid: own.openid };
      const other = inShell && (await identify(inShell, code, apiOrigin, signal));
      return other?.identity ?? null;
    } catch (error) {
      onProblem(new Error('WeChat could not be asked about a code.', { cause: error }));
      throw new ApiError('overloaded', 'error.sign-in-unavailable');
    }
  };
}

/** Null when the code is not, or no longer, one of this app. */
async function identify(
  { appId, appSecret }: WechatApp,
  code: string,
  apiOrigin: string,
  signal: AbortSignal,
): Promise<{ identity: Identity; openid: string } | null> {
  const ask = async (path: string, query: Record<string, string>): Promise<Reply> => {
    const response = await fetchElsewhere(`${apiOrigin}${path}?${new URLSearchParams(query)}`, {
      signal,
      redirect: 'error',
    });
    // WeChat responds to everything with HTTP 200; `errcode` tells a refusal.
    const reply = (await response.json()) as Reply;
    if (!response.ok || (reply.errcode && !badCodes.includes(reply.errcode))) {
      throw new Error(`WeChat returned ${response.status} ${reply.errcode}: ${reply.errmsg}`);
    }
    return reply;
  };
  const grant = await ask('/sns/oauth2/access_token', {
    appid: appId,
    secret: appSecret,
    code,
    grant_type: 'authorization_code',
  });
  const { access_token, openid, scope = '' } = grant;
  if (!access_token || !openid) return null;
  // What was given without a look at the profile has no name.
  const profile = scope.includes('snsapi_userinfo')
    ? await ask('/sns/userinfo', { access_token, openid })
    : {};
  if (profile.openid !== undefined && profile.openid !== openid) return null;
  const identity = {
    name: grant.unionid ?? profile.unionid ?? openid,
    ...profileOf(profile.nickname, profile.headimgurl?.replace(/^http:/, 'https:')),
  };
  return { identity, openid };
}
