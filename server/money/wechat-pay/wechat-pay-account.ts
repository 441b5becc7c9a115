/** A merchant at WeChat Pay (API v3), and the official account in whose name people pay. */
export interface WechatPayAccount {
  appId: string;
  merchantId: string;
  /** The serial number of the merchant's own certificate, and the file of its private key (PEM). */
  serial: string;
  keyFile: string;
  /** 32 characters, with which WeChat Pay encrypts what it sends. */
  apiV3Key: string;
  /** WeChat Pay's public key; null: its certificates are fetched instead, as merchants of before 2024 have them. */
  publicKey: { id: string; file: string } | null;
  apiOrigin: string;
  /** The origin to which payments are reported. */
  notifyOrigin: string;
}
