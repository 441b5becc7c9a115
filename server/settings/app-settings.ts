import type { Static, TObject } from 'typebox';
import { type Environment, inCamelCase, type Named, readSettings } from './read-settings.ts';
import { flag, listOf, text, textAs, wholeNumber } from './setting-kinds.ts';

/** Facts for the legal texts. Used if the API does not have getOperator. */
const operatorSettings = {
  VITE_OPERATOR_NAME: text({
    description:
      'see OPERATOR_NAME; this setting and the ten below are for an API without getOperator, and the legal texts leave out facts that are not set',
  }),
  VITE_OPERATOR_ADDRESS: text({ description: 'see OPERATOR_ADDRESS' }),
  VITE_OPERATOR_CONTACT: textAs('address-or-mailto', { description: 'see OPERATOR_CONTACT' }),
  VITE_OPERATOR_COUNTRY: textAs('country', { description: 'see OPERATOR_COUNTRY' }),
  VITE_OPERATOR_SINCE: textAs('day', { description: 'see OPERATOR_SINCE' }),
  VITE_OPERATOR_LEAST_AGE: wholeNumber(0, 21, { unset: '14', description: 'see LEAST_AGE' }),
  VITE_OPERATOR_PHOTO_DAYS: wholeNumber(1, 3650, { description: 'see PHOTO_DAYS' }),
  VITE_OPERATOR_GENERATOR: text({
    description: 'company that makes the pictures; `own`: the operator itself',
  }),
  VITE_OPERATOR_GENERATOR_COUNTRY: textAs('country', { description: 'see GENERATOR_COUNTRY' }),
  VITE_OPERATOR_STORE: text({
    description: 'company that stores photos and pictures; `own`: the operator itself',
  }),
  VITE_OPERATOR_STORE_COUNTRY: textAs('country', { description: 'see STORE_COUNTRY' }),
};

/**
 * Settings that `npm run build` writes into the pages, for an app whose API is not this backend. If this backend serves
 * the pages, its own settings override these unless VITE_API_BASE is set. None may be secret: every phone gets them.
 */
export const appSettings = {
  VITE_API_BASE: textAs('address', { unset: 'the app’s own origin', description: 'origin of the API' }),
  VITE_LOGIN_DIALOG_URL: textAs('address-or-path', {
    unset: 'https://www.facebook.com/dialog/oauth',
    description: 'OAuth 2 login dialog',
  }),
  VITE_LOGINS: listOf('name', { unset: 'facebook', description: 'see LOGINS' }),
  VITE_FACEBOOK_APP_ID: text({ description: 'client id that is sent to the login dialog' }),
  VITE_WECHAT_APP_ID: text({
    unset: 'the login dialog is used there too',
    description: 'official account through which users sign in inside WeChat’s browser',
  }),
  VITE_AD_REWARD_SECRET: text({ description: 'see AD_REWARD_SECRET' }),
  VITE_SUPPORT_URL: textAs('address-or-mailto', { description: 'see SUPPORT_URL' }),
  VITE_OPEN_TRY: flag({
    unset: '0',
    description: 'see OPEN_TRY; 1 needs an API that serves getTemplates without a token',
  }),
  ...operatorSettings,
};

type Values = Static<TObject<typeof appSettings>>;

/** The settings in a page, by names such as `supportUrl`. */
export type AppSettings = Named<{
  [Name in keyof Values as Name extends `VITE_${infer Rest}` ? Rest : never]: Values[Name];
}>;

/** Reads the settings of a build. Throws a message that names an invalid variable. */
export function readAppSettings(environment: Environment): AppSettings {
  const settings = readSettings(appSettings, environment);
  const short = Object.entries(settings).map(([name, value]) => [name.replace('VITE_', ''), value]);
  return inCamelCase(Object.fromEntries(short)) as AppSettings;
}
