export interface WechatPayAccount {
  appId: string;
  merchantId: string;
  /** Serial number of the merchant's own certificate, and file of its private key (PEM). */
  serial: string;
  keyFile: string;
  /** 32 characters; WeChat Pay encrypts with it. */
  apiV3Key: string;
  /** WeChat Pay's public key; null for merchants of before 2024, whose certificates are fetched instead. */
  publicKey: { id: string; file: string } | null;
  apiOrigin: string;
  /** Origin that WeChat Pay sends notifications to. */
  notifyOrigin: string;
}
