import type { Static, TObject } from 'typebox';
import type { OidcIssuer } from '../accounts/oidc/open-oidc-login.ts';
import { readTogether } from './read-settings.ts';
import { listOf, text, textAs } from './setting-kinds.ts';

export const oidcSettings = {
  GOOGLE_LOGIN_CLIENT_ID: text({
    description: 'OAuth client (web application) by which browsers sign in with Google',
  }),
  GOOGLE_LOGIN_CLIENT_SECRET: text({
    description: 'its secret; required together with GOOGLE_LOGIN_CLIENT_ID',
  }),
  GOOGLE_LOGIN_AUDIENCES: listOf('name', {
    default: [],
    description: 'OAuth clients whose identity tokens from Google the native apps send, separated by commas',
  }),
  GOOGLE_LOGIN_ISSUER: textAs('origin', {
    default: 'https://accounts.google.com',
    description: 'address of Google as an issuer',
  }),
  APPLE_LOGIN_SERVICES_ID: text({
    description: 'Services ID by which browsers sign in with Apple; requires the three settings below',
  }),
  APPLE_LOGIN_TEAM_ID: text({ description: 'team id of the developer account' }),
  APPLE_LOGIN_KEY_ID: text({ description: 'id of a key that is enabled for Sign in with Apple' }),
  APPLE_LOGIN_KEY: textAs('private-key', { description: 'file of that key (.p8)' }),
  APPLE_LOGIN_BUNDLE_IDS: listOf('name', {
    default: [],
    description: 'bundle ids of the apps whose identity tokens from Apple count, separated by commas',
  }),
  APPLE_LOGIN_ISSUER: textAs('origin', {
    default: 'https://appleid.apple.com',
    description: 'address of Apple as an issuer',
  }),
  OIDC_LOGIN_TYPE: textAs('name', {
    description: 'name of another issuer: its login_type, also shown on the screen',
  }),
  OIDC_ISSUER: textAs('address', {
    description: 'address of that issuer; required together with OIDC_LOGIN_TYPE',
  }),
  OIDC_CLIENT_ID: text({ description: 'client by which browsers sign in at that issuer' }),
  OIDC_CLIENT_SECRET: text({ unset: 'a public client', description: 'its secret' }),
  OIDC_AUDIENCES: listOf('name', {
    default: [],
    description: 'clients whose identity tokens the native apps send, separated by commas',
  }),
};

type OidcValues = Static<TObject<typeof oidcSettings>>;

/** Login types that have a fixed meaning. The issuer of the OIDC_… settings must use another one. */
const taken = ['facebook', 'wechat', 'google', 'apple', 'sandbox'];

/** The configured issuers. Throws a message that names a wrong or missing variable. */
export function readIssuers(settings: OidcValues): OidcIssuer[] {
  return [readGoogle(settings), readApple(settings), readOther(settings)].filter(issuer => issuer !== null);
}

function readGoogle(settings: OidcValues): OidcIssuer | null {
  const values = readTogether(settings, ['GOOGLE_LOGIN_CLIENT_ID', 'GOOGLE_LOGIN_CLIENT_SECRET']);
  const audiences = settings.GOOGLE_LOGIN_AUDIENCES;
  if (!values && audiences.length === 0) return null;
  return {
    loginType: 'google',
    issuer: settings.GOOGLE_LOGIN_ISSUER,
    client: values && { id: values[0], secret: values[1] },
    audiences,
    scope: 'openid profile',
  };
}

function readApple(settings: OidcValues): OidcIssuer | null {
  const values = readTogether(settings, [
    'APPLE_LOGIN_SERVICES_ID',
    'APPLE_LOGIN_TEAM_ID',
    'APPLE_LOGIN_KEY_ID',
    'APPLE_LOGIN_KEY',
  ]);
  const audiences = settings.APPLE_LOGIN_BUNDLE_IDS;
  if (!values && audiences.length === 0) return null;
  const [id = '', teamId = '', keyId = '', keyFile = ''] = values ?? [];
  return {
    loginType: 'apple',
    issuer: settings.APPLE_LOGIN_ISSUER,
    client: values && { id, secret: { teamId, keyId, keyFile } },
    audiences,
    // Do not request the user's name: Apple would then return the code with a form post, which cannot use the page's
    // storage.
    scope: 'openid',
  };
}

function readOther(settings: OidcValues): OidcIssuer | null {
  const values = readTogether(settings, ['OIDC_LOGIN_TYPE', 'OIDC_ISSUER']);
  const { OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret = null, OIDC_AUDIENCES: audiences } = settings;
  const hasClient = id !== undefined || audiences.length > 0;
  if (!values && (hasClient || secret)) {
    throw new Error('OIDC_LOGIN_TYPE and OIDC_ISSUER are missing: they say whose clients those are.');
  }
  if (!values) return null;
  const [loginType, issuer] = values;
  if (taken.includes(loginType)) throw new Error(`OIDC_LOGIN_TYPE must be another name than "${loginType}".`);
  if (!hasClient) throw new Error('OIDC_ISSUER needs OIDC_CLIENT_ID or OIDC_AUDIENCES.');
  return { loginType, issuer, client: id ? { id, secret } : null, audiences, scope: 'openid profile' };
}
