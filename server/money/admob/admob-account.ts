/**
 * The ad units (by number) that users are rewarded for, and the address of AdMob's key list, which all publishers
 * share.
 */
export interface AdmobAccount {
  adUnits: string[];
  keysUrl: string;
}
