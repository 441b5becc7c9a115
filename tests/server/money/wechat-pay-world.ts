import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  merchantFiles,
  publicKeyId,
  type WechatPayDouble,
  wechatMerchant,
} from '../doubles/wechat-pay-double.ts';
import { signIn, type TestBackend, type TestUser } from '../support/backend.ts';

/** The settings of a merchant of this WeChat Pay, with its public key; their files lie in the folder. */
export async function merchantSettings(
  wechat: WechatPayDouble,
  folder: string,
): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const [name, text] of Object.entries(merchantFiles(wechat))) {
    files[name] = join(folder, `${name}.pem`);
    await writeFile(files[name], text);
  }
  return {
    ...wechatMerchant,
    ...files,
    WECHAT_PAY_PUBLIC_KEY_ID: publicKeyId,
    WECHAT_PAY_API: wechat.http.origin,
    PUBLIC_URL: 'https://app.example.com',
  };
}

/** A user whom WeChat knows. */
export async function payerAt(backend: TestBackend, name: string): Promise<TestUser> {
  const user = await signIn(backend, name);
  const { user_id } = (await user.get('getUserInfo')).data;
  const row = { user_id, openid: `o-${name}` };
  await backend.services.db.query.insertInto('wechat_payers').values(row).execute();
  return user;
}
