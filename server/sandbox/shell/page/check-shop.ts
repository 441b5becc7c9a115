interface Envelope<Data> {
  code: number;
  data: Data;
  message: string;
}

interface SandboxOrder {
  order_id: string;
  payment: string;
}

let token = '';

/** Orders coins for a sandbox user whom only this page uses. */
export async function newOrder(): Promise<SandboxOrder> {
  await signIn();
  const { code, data, message } = await post<SandboxOrder>('createOrder', { config_id: 1 });
  if (code !== 0) throw new Error(`The sandbox made no order: ${message}`);
  return data;
}

export async function confirmPayment(orderId: string, receipt: string): Promise<boolean> {
  await signIn();
  return (await post('paySuccess', { order_id: orderId, receipt })).code === 0;
}

export async function firstPlan(): Promise<string> {
  const response = await fetch('/sandbox/shell/products');
  const { list }: { list: { product_id: string; vip_level: number }[] } = await response.json();
  return list.find(({ vip_level }) => vip_level > 0)?.product_id ?? '';
}

async function signIn(): Promise<void> {
  if (token) return;
  const login = { login_type: 'facebook', token: 'sandbox:Bridge check' };
  token = (await post<{ token: string }>('login', login)).data.token;
}

async function post<Data>(call: string, body: object): Promise<Envelope<Data>> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  return (await fetch(`/v1/${call}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}
