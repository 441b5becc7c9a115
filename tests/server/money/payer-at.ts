import { signIn, type TestBackend, type TestUser } from '../support/backend.ts';

/** A user with a WeChat openid. */
export async function payerAt(backend: TestBackend, name: string): Promise<TestUser> {
  const user = await signIn(backend, name);
  const { user_id } = (await user.get('getUserInfo')).data;
  const row = { user_id, openid: `o-${name}` };
  await backend.services.db.query.insertInto('wechat_payers').values(row).execute();
  return user;
}
