/** The ad units whose rewarded ads count, by number, and the address of AdMob's list of keys, which all publishers share. */
export interface AdmobAccount {
  adUnits: string[];
  keysUrl: string;
}
