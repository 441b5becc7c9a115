/** An app in Google Play, the service account that may ask about its purchases, and whose notifications count. */
export interface GooglePlayAccount {
  packageName: string;
  /** The file of the service account's key (JSON). */
  keyFile: string;
  /** What the token of a push names as its audience, and the account that signs it. */
  pushAudience: string;
  pushAccount: string;
  /** Whether the purchases of license testers count, which cost nothing. */
  takesTests: boolean;
  apiOrigin: string;
  /** Where Google's keys for the tokens of pushes are. */
  keysUrl: string;
}
