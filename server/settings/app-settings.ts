import type { Static, TObject } from 'typebox';
import { oneOf, text, textAs } from './setting-kinds.ts';

/** Facts for the legal texts. Used if the API does not have getOperator. */
const operatorSettings = {
  VITE_OPERATOR_NAME: text({
    description:
      'name of the person or company that runs the product. This setting and the ten below are for an API without getOperator; the legal texts leave out facts that are not set',
  }),
  VITE_OPERATOR_ADDRESS: text({ description: 'the operator’s postal address' }),
  VITE_OPERATOR_CONTACT: textAs('address-or-mailto', {
    description: 'address or mailto: for users’ questions about their data',
  }),
  VITE_OPERATOR_COUNTRY: textAs('country', { description: 'country in which it is based' }),
  VITE_OPERATOR_SINCE: textAs('day', { description: 'date from which these facts apply' }),
  VITE_OPERATOR_LEAST_AGE: textAs('count', { unset: '14', description: 'years that a user must have' }),
  VITE_OPERATOR_PHOTO_DAYS: textAs('count', {
    description: 'days after which the API removes photos',
  }),
  VITE_OPERATOR_GENERATOR: text({
    description: 'company that makes the pictures; `own`: the operator itself',
  }),
  VITE_OPERATOR_GENERATOR_COUNTRY: textAs('country', {
    description: 'country in which the pictures are made',
  }),
  VITE_OPERATOR_STORE: text({
    description: 'company that stores photos and pictures; `own`: the operator itself',
  }),
  VITE_OPERATOR_STORE_COUNTRY: textAs('country', {
    description: 'country in which photos and pictures are stored',
  }),
};

/** Settings that are built into the web app. They must not contain secrets, because every phone receives them. */
export const appSettings = {
  VITE_API_BASE: textAs('address', { unset: 'the app’s own origin', description: 'origin of the API' }),
  VITE_LOGIN_DIALOG_URL: textAs('address-or-path', {
    unset: 'https://www.facebook.com/dialog/oauth',
    description: 'OAuth 2 login dialog',
  }),
  VITE_LOGINS: textAs('names', {
    unset: 'facebook',
    description:
      'ways to sign in that browsers offer, in this order, separated by commas: `facebook` (the login dialog), `google`, `apple`, the OIDC_LOGIN_TYPE; with several the user chooses',
  }),
  VITE_FACEBOOK_APP_ID: text({ description: 'client id that is sent to the login dialog' }),
  VITE_WECHAT_APP_ID: text({
    unset: 'the login dialog is used there too',
    description:
      'official account through which users sign in inside WeChat’s browser, the same as WECHAT_APP_ID',
  }),
  VITE_AD_REWARD_SECRET: text({
    description: 'secret with which the app signs adReward, the same as AD_REWARD_SECRET',
  }),
  VITE_SUPPORT_URL: textAs('address-or-mailto', {
    description: 'address that “Customer support” opens; without it the entry is hidden',
  }),
  VITE_OPEN_TRY: oneOf(['0', '1'], {
    unset: '0',
    description:
      '1: `/make-pic` opens without an account, and the app asks for the sign-in before it uploads a photo; needs an API that serves getTemplates without a token, such as the backend with `OPEN_TRY=1`. 0: the user signs in first',
  }),
  ...operatorSettings,
};

export type AppSettings = Static<TObject<typeof appSettings>>;
