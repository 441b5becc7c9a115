import { setTimeout as pause } from 'node:timers/promises';
import { type ApiUser, buy, dataOf, signInAt } from '../../tests/support/api/api.ts';
import { upload } from '../attack/attackers.ts';

export interface Customer {
  user: ApiUser;
  /** Address of an uploaded photo. */
  photo: string;
}

/** Signs a user in, buys the first product and uploads the photo, a PNG. */
export async function newCustomer(origin: string, name: string, photo: Buffer): Promise<Customer> {
  const user = await signInAt(origin, `bench-${name}`);
  const [product] = (await dataOf(user.get('getRechargeConfigsList'))).list;
  if (product) await buy(user, product.id);
  return { user, photo: (await upload(user, 'photo.png', photo)) ?? '' };
}

/** Creates a job and polls it until it is done; throws if it fails. */
export async function makeJob({ user, photo }: Customer, templateId: number): Promise<void> {
  const body = { template_id: templateId, resource_pics: [photo] };
  const created = await dataOf(user.post('goTrainAndGeneratePic', body));
  const { train_id, generate_id } = created.train_and_generate_info;
  for (;;) {
    const { train_and_generate_info: job } = await dataOf(
      user.get('getTrainAndGenerateResultById', { train_id, generate_id }),
    );
    if (job.status === 5) return;
    if (job.status === 3 || job.status > 5) throw new Error(`The job ended with status ${job.status}.`);
    await pause(100);
  }
}
