export interface GooglePlayAccount {
  packageName: string;
  /** File of the service account's key (JSON). */
  keyFile: string;
  /** Expected audience and signing account in the token of a push. */
  pushAudience: string;
  pushAccount: string;
  /** True to accept the free purchases of license testers. */
  takesTests: boolean;
  apiOrigin: string;
  /** Google's keys for the tokens of pushes. */
  keysUrl: string;
}
