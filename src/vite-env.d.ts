/// <reference types="vite/client" />

/** The version in package.json. */
declare const __APP_VERSION__: string;

interface ImportMetaEnv {
  /** Origin of the API; default: the app's own. */
  readonly VITE_API_BASE?: string;
  /** OAuth 2 login dialog; default: Facebook's. */
  readonly VITE_LOGIN_DIALOG_URL?: string;
  /** Client id that is sent to the login dialog. */
  readonly VITE_FACEBOOK_APP_ID?: string;
  /** Secret that signs the claim of a rewarded ad; it ships to every phone, so it hides nothing by itself. */
  readonly VITE_AD_REWARD_SECRET?: string;
  /** Where 'customer support' leads: an https or mailto address. */
  readonly VITE_SUPPORT_URL?: string;
}
