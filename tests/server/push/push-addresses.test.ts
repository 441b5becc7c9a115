import { expect, test as plain } from 'vitest';
import { isPublicAddress } from '../../../server/elsewhere/is-public-address.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { someOf } from '../../support/some-of.ts';
import { vapidSettings } from '../doubles/push-service-double.ts';
import { waitForStatus } from '../support/jobs.ts';
import { waitFor } from '../support/wait-for.ts';
import { ask, heldJob, kept, test } from './push-world.ts';

test('a push subscription needs a public web address and valid keys', async ({ backend, service }) => {
  const { user: ann, letGo, job } = await heldJob(backend);
  const device = service.subscribe();
  const addresses = [
    'http://push.example.com/a',
    'https://push.example.com:8443/a',
    'https://user@push.example.com/a',
    'https://push.example.com/a#b',
    'https://push/a',
    'https://localhost/a',
    'https://app.localhost/a',
    'https://localhost./a',
    'https://printer.local/a',
    'https://metadata.google.internal/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://169.254.169.254/latest',
    'https://8.8.8.8/a',
    'https://[::1]/a',
    'https://[::ffff:7f00:1]/a',
    'https://PUSH.example.com/a',
    'https://push.example.com/../a',
    'https://шина.example/a',
    'ftp://push.example.com/a',
    'javascript:alert(1)',
    'push.example.com',
    `https://push.example.com/${'a'.repeat(2048)}`,
    '',
  ];
  for (const endpoint of addresses)
    expect([endpoint, (await ask(ann, job, { ...device, endpoint })).status]).toEqual([endpoint, 400]);

  const { keys } = device;
  const point = Buffer.from(keys.p256dh, 'base64url');
  const offCurve = Buffer.concat([point.subarray(0, 64), Buffer.from([point[64]! ^ 1])]).toString(
    'base64url',
  );
  const wrong = [
    { ...keys, p256dh: keys.p256dh.slice(0, 80) },
    { ...keys, p256dh: offCurve },
    { ...keys, p256dh: 'A'.repeat(87) },
    { ...keys, p256dh: '' },
    { ...keys, auth: keys.auth.slice(0, 20) },
    { ...keys, auth: `${keys.auth}AAAA` },
    { ...keys, auth: '🔑'.repeat(11) },
  ];
  for (const keys of wrong) expect((await ask(ann, job, { ...device, keys })).status).toBe(400);
  expect(await kept(backend)).toBe(0);
  letGo();
});

test('the backend’s own host is refused as a push service', async ({ backend, service }) => {
  const { user: ann, letGo, job } = await heldJob(backend);
  const { train_id } = job;
  const { keys } = service.subscribe();
  const send = (host: string) =>
    backend.app.inject({
      method: 'POST',
      url: '/v1/subscribePush',
      headers: { authorization: `Bearer ${ann.token}`, host: 'app.example.com' },
      payload: { train_id, endpoint: `https://${host}/v1/deleteAccount`, keys },
    });
  expect((await send('app.example.com')).json()).toMatchObject({
    code: 1004,
    message: 'endpoint is not the address of a push service',
  });
  expect((await send('push.example.com')).json().code).toBe(0);
  letGo();
});

test.for(someOf(2, [['93.184.215.14', '192.168.0.1'], ['::ffff:10.0.0.1'], []]))(
  'the backend does not connect to a push service whose name resolves to %j',
  async (addresses, { backend, service }) => {
    service.names.set('push.example.org', addresses);
    const { user: ann, letGo, job } = await heldJob(backend);
    const [inside, phone] = [service.subscribe('push.example.org'), service.subscribe()];
    await ask(ann, job, inside);
    await ask(ann, job, phone);
    letGo();
    await waitForStatus(ann, job, 5);
    await waitFor('the other device', () => phone.told.length === 1);
    await waitFor('the failure', async () =>
      (await backend.services.metrics.registry.metrics()).includes('{result="failed"} 1'),
    );
    expect(service.dialled).toEqual(['93.184.215.14:443']);
  },
);

plain.each([
  ['93.184.215.14', true],
  ['8.8.8.8', true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['2a00:1450:4001:81c::200e', true],
  ['0.0.0.0', false],
  ['10.255.255.255', false],
  ['100.64.0.1', false],
  ['100.127.255.255', false],
  ['127.1.2.3', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['198.19.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['::127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:0:7f00:1::', false],
  ['2001:db8::1', false],
  ['fc00::1', false],
  ['fdff::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['localhost', false],
  ['', false],
])('isPublicAddress of “%s” is %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

const keys = vapidSettings();

plain.each<[string, Record<string, string | undefined>, RegExp]>([
  ['an incomplete set', { VAPID_SUBJECT: undefined }, /must be given together: VAPID_SUBJECT is missing/],
  ['a pair of two different keys', { VAPID_PUBLIC_KEY: vapidSettings().VAPID_PUBLIC_KEY }, /no pair/],
  ['a truncated key', { VAPID_PRIVATE_KEY: keys.VAPID_PRIVATE_KEY!.slice(1) }, /no pair/],
  ['a key of zeros', { VAPID_PRIVATE_KEY: 'A'.repeat(43) }, /no pair/],
  ['a subject that is not an address', { VAPID_SUBJECT: 'Ann' }, /VAPID_SUBJECT must be an address/],
  ['a subject on this machine', { VAPID_SUBJECT: 'https://localhost' }, /VAPID_SUBJECT must be an address/],
])('%s of VAPID settings is refused with an error that says why', (_what, changes, says) => {
  expect(() => readConfig({ ...keys, ...changes })).toThrow(says);
});

plain('VAPID keys with a contact address are accepted, and without keys Web Push is off', () => {
  expect(readConfig(keys).vapid?.publicKey).toBe(keys.VAPID_PUBLIC_KEY);
  expect(readConfig({ ...keys, VAPID_SUBJECT: 'https://sol.example' }).vapid).not.toBeNull();
  expect(readConfig({}).vapid).toBeNull();
});
