import type { Data } from '../../../server/contract/calls.ts';
import { dataOf, sell } from '../../support/api.ts';
import { into, type Person, type TestBackend } from './backend.ts';

/** Orders something that is for sale. */
export function order(person: Person, configId: number): Promise<Data<'createOrder'>> {
  return dataOf(person.post('createOrder', { config_id: configId }));
}

/** Pays an order at the sandbox and returns the receipt. */
export function pay(backend: TestBackend, orderId: string): Promise<string> {
  return sell(into(backend), { order_id: orderId });
}
