/** An app in Apple's App Store, and the key that may ask the App Store Server API about it. */
export interface AppStoreAccount {
  bundleId: string;
  /** Its number in the App Store; null in the store's test environment, where it has none. */
  appId: number | null;
  environment: 'production' | 'sandbox';
  /** Files of Apple's root certificates (DER or PEM). */
  rootFiles: string[];
  /** Whether Apple is asked if a certificate was revoked. */
  onlineChecks: boolean;
  issuerId: string;
  keyId: string;
  /** The file of the private key (PEM). */
  keyFile: string;
  apiOrigin: string;
}
