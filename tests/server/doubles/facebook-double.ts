import { type HttpDouble, openHttpDouble } from './http-double.ts';

export const facebookApp = { FACEBOOK_APP_ID: '123', FACEBOOK_APP_SECRET: 'hush' };

/** The double's data about a token. Times are in seconds. */
export interface KnownToken {
  app_id: string;
  is_valid: boolean;
  user_id: string;
  expires_at: number;
  data_access_expires_at: number;
  type: string;
  profile: object;
}

/** The parts of Facebook's Graph API that sign-in uses. */
export interface FacebookDouble extends HttpDouble {
  tokens: Map<string, KnownToken>;
}

export async function openFacebookDouble(): Promise<FacebookDouble> {
  const tokens = new Map<string, KnownToken>();
  const http = await openHttpDouble(({ url }) => {
    const access = url.searchParams.get('access_token') ?? '';
    if (url.pathname === '/debug_token') {
      const isApp = access === `${facebookApp.FACEBOOK_APP_ID}|${facebookApp.FACEBOOK_APP_SECRET}`;
      if (!isApp) return { status: 400, body: { error: { code: 190, message: 'Invalid app' } } };
      const known = tokens.get(url.searchParams.get('input_token') ?? '');
      if (!known) return { body: { data: { is_valid: false, error: { code: 190, message: 'unknown' } } } };
      const { profile, ...data } = known;
      return { body: { data } };
    }
    const known = tokens.get(access);
    if (url.pathname !== '/me' || !known) return { status: 400, body: { error: { code: 190 } } };
    return { body: known.profile };
  });
  return Object.assign(http, { tokens });
}
