/** Numbers of rewarded ad units, and the address of AdMob's key list, which all publishers share. */
export interface AdmobAccount {
  adUnits: string[];
  keysUrl: string;
}
