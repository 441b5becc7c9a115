import { createJob, untilDone, upload } from '../../tests/support/api/a-job.ts';
import { type ApiUser, buy, dataOf, signInAt } from '../../tests/support/api/api.ts';

export interface Customer {
  user: ApiUser;
  photo: string;
}

export async function newCustomer(origin: string, name: string, photo: Buffer): Promise<Customer> {
  const user = await signInAt(origin, `bench-${name}`);
  const [product] = (await dataOf(user.get('getRechargeConfigsList'))).list;
  if (product) await buy(user, product.id);
  return { user, photo: await upload(user, 'photo.png', photo) };
}

/** Creates a job and polls it until it is done; throws if it fails. */
export async function makeJob({ user, photo }: Customer, templateId: number): Promise<void> {
  await untilDone(user, await createJob(user, photo, templateId));
}
