import { type Static, type TObject, Type } from 'typebox';
import { oneOf, text, textAs } from './setting-kinds.ts';

/** What is built into the web app. Every phone receives these values, so none of them is a secret. */
export const appSettings = {
  VITE_API_BASE: Type.Optional(
    textAs('address', { unset: 'the app’s own origin', description: 'origin of the API' }),
  ),
  VITE_LOGIN_DIALOG_URL: Type.Optional(
    textAs('address-or-path', {
      unset: 'https://www.facebook.com/dialog/oauth',
      description: 'OAuth 2 login dialog',
    }),
  ),
  VITE_FACEBOOK_APP_ID: Type.Optional(text({ description: 'client id that is sent to the login dialog' })),
  VITE_AD_REWARD_SECRET: Type.Optional(
    text({ description: 'secret in the signature of a rewarded ad’s claim, the same as AD_REWARD_SECRET' }),
  ),
  VITE_SUPPORT_URL: Type.Optional(
    textAs('address-or-mailto', {
      description: 'where “Customer support” leads; without it the entry is hidden',
    }),
  ),
  VITE_OPEN_TRY: Type.Optional(
    oneOf(['0', '1'], {
      unset: '0',
      description:
        '1: `/make-pic` opens without an account, and signing in is asked for when a photo is to be uploaded; for an API that serves getTemplates without a token, such as the backend with `OPEN_TRY=1`. 0: signing in comes first',
    }),
  ),
};

/** The values that a build puts into `import.meta.env`. */
export type AppSettings = Static<TObject<typeof appSettings>>;
