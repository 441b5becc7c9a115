import type { Person, TestBackend } from './backend.ts';

/** An order as createOrder answers it. */
export interface OrderAnswer {
  order_id: string;
  payment: string;
  pay_url: string;
}

/** Orders something that is for sale. */
export async function order(person: Person, configId: number): Promise<OrderAnswer> {
  return (await person.post<OrderAnswer>('createOrder', { config_id: configId })).data;
}

/** Pays an order at the sandbox and answers the receipt. */
export async function pay(backend: TestBackend, orderId: string): Promise<string> {
  const payload = { order_id: orderId };
  const response = await backend.app.inject({ method: 'POST', url: '/sandbox/pay', payload });
  return response.json<{ receipt: string }>().receipt;
}
