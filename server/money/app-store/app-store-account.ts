export interface AppStoreAccount {
  bundleId: string;
  /** The app's number in the App Store; null in the sandbox environment, which has none. */
  appId: number | null;
  environment: 'production' | 'sandbox';
  rootFiles: string[];
  /** True to ask Apple whether certificates were revoked. */
  onlineChecks: boolean;
  issuerId: string;
  keyId: string;
  /** File of the private key (PEM). */
  keyFile: string;
  apiOrigin: string;
}
