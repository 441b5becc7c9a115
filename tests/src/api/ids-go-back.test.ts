import { beforeEach, expect, test, vi } from 'vitest';
import { newPhone } from '../../support/phone/new-phone.ts';
import { good } from '../../support/saved-values.ts';
import { openClient } from './spec-calls.ts';

beforeEach(newPhone);

/** Opens the page. `respond` sets the API's data, and `sent` returns the last POST body. */
async function openPage() {
  let body = '';
  let data = '';
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (init?.body) body = String(init.body);
    return new Response(`{"code":0,"data":${data}}`);
  });
  await openClient('token');
  const [billing, pics, templates, making, order] = await Promise.all([
    import('../../../src/api/billing.ts'),
    import('../../../src/api/jobs.ts'),
    import('../../../src/api/templates.ts'),
    import('../../../src/state/current-job.ts'),
    import('../../../src/state/order.ts'),
  ]);
  return {
    ...{ billing, pics, templates, making, order },
    respond: (json: string) => {
      data = json;
    },
    sent: () => JSON.parse(body),
  };
}

// The id in the API's JSON, and the id that the app must send. Numbers beyond JavaScript's precision become texts.
test.each([
  ['7', 7],
  ['"7"', '7'],
  ['"a-7"', 'a-7'],
  ['"007"', '007'],
  ['9007199254740993', '9007199254740993'],
])('the app sends the id %s back unchanged', async (id, back) => {
  const { billing, pics, templates, making, order, respond, sent } = await openPage();

  respond(`[{"id":${id},"title":"A","pic_url":"/a.png"}]`);
  const [template] = await templates.getTemplates(1);
  respond(`{"train_id":${id},"generate_id":${id},"status":5}`);
  const draft = { templateId: template?.id ?? '', styleId: null, title: '', coverUrl: '' };
  const job = await pics.createJob(draft, ['/a.png'], 'attempt');
  expect(sent()).toMatchObject({ template_id: back });

  respond(`[{"id":${id},"pic_url":"/a.png"}]`);
  const [pic] = await pics.getPics(job?.generateId ?? '');
  // Reload, because storage and addresses may lose an id's type.
  if (job) making.saveJob(job);
  vi.resetModules();
  const { currentJob: saved } = await import('../../../src/state/current-job.ts');
  const again = await import('../../../src/api/jobs.ts');
  respond('{"status":5}');
  const known = await again.getJob({ trainId: String(back), generateId: '' });
  expect(saved.job).toMatchObject({ trainId: back, generateId: back });
  await again.deletePics(known, pic?.id ?? null);
  expect(sent()).toEqual({ train_id: back, generate_id: back, pic_id: back });

  respond(`[{"id":${id},"pay_amount":6}]`);
  const [product] = await billing.getProducts('coins');
  respond(`{"order_id":${id}}`);
  const { orderId } = await billing.createOrder(product?.id ?? '', { returnUrl: null, channel: null });
  expect(sent()).toEqual({ config_id: back });

  const goods = { ...good['tyy.order'], kind: 'coins', storePrice: null } as const;
  await order.saveOrder({ ...goods, orderId }, 'none');
  order.resetPayment();
  await billing.paySuccess((await order.loadOrder())?.orderId ?? '', 'receipt');
  expect(sent()).toEqual({ order_id: back, receipt: 'receipt' });
});
