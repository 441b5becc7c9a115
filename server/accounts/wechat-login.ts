import { fetchElsewhere } from '../elsewhere/fetch-elsewhere.ts';
import { ApiError } from '../http/api-error.ts';
import { type Identity, type LoginProvider, profileOf } from './login.ts';

interface WechatApp {
  appId: string;
  appSecret: string;
}

/** `inWechat`: the official account, used in WeChat's browser. `inShell`: the mobile app, used in the native app. */
export interface WechatLoginApps {
  inWechat: WechatApp | null;
  inShell: WechatApp | null;
  apiOrigin: string;
}

/** Time limit for all requests together, in milliseconds. Short, because a user is waiting. */
const timeLimit = 8_000;

/** WeChat's error codes for a sign-in code that is invalid, used or expired. https://developers.weixin.qq.com/doc/ */
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
 * Signs in with a code that WeChat issued for one of these apps; each code works once. If WeChat is unavailable, calls
 * `onProblem` and throws 503.
 */
export function openWechatLogin(
  { inWechat, inShell, apiOrigin }: WechatLoginApps,
  onProblem: (problem: Error) => void,
): LoginProvider {
  return async code => {
    const signal = AbortSignal.timeout(timeLimit);
    try {
      const own = inWechat && (await identify(inWechat, code, apiOrigin, signal));
      // Payments in WeChat need the openid of the official account.
      if (own) return { ...own.identity, openid: own.openid };
      const other = inShell && (await identify(inShell, code, apiOrigin, signal));
      return other?.identity ?? null;
    } catch (error) {
      onProblem(new Error('WeChat could not be asked about a code.', { cause: error }));
      throw new ApiError('overloaded', 'error.sign-in-unavailable');
    }
  };
}

/** Returns null if the code is invalid or was issued for another app. */
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
    // WeChat always responds with HTTP 200; the field `errcode` marks an error.
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
  // WeChat returns the user's name only if the token's scope includes the profile.
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
