import { beforeEach, expect, test, vi } from 'vitest';
import type { Bridge } from '../../../../src/platform/bridge/bridge-type.ts';
import { openNativeBridge } from '../../../../src/platform/bridge/native-bridge.ts';
import { type FakeShell, openFakeShell, succeed } from '../../../support/phone/fake-shell.ts';

let shell: FakeShell;
let bridge: Bridge;

beforeEach(() => {
  shell = openFakeShell();
  bridge = openNativeBridge(() => undefined);
});

const base64 = (...bytes: number[]) => btoa(String.fromCharCode(...bytes));
const jpeg = base64(0xff, 0xd8, 0xff, 0xe0, 0, 16);
const png = base64(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);
const webp = base64(0x52, 0x49, 0x46, 0x46, 1, 2, 3, 4, 0x57, 0x45, 0x42, 0x50);
const heic = base64(0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0x68, 0x65, 0x69, 0x63);

test('imported pictures become files named by count and index, typed by their first bytes', async () => {
  const pictures = { '1': png, '0': `data:image/png;base64,${jpeg}`, '2': webp, '3': heic };
  shell.on('importPicture', () => succeed({ pictures }));
  const files = await bridge.importPicture(4);
  expect(files.map(({ name, type }) => `${name} ${type}`)).toEqual([
    '4_0.jpg image/jpeg',
    '4_1.png image/png',
    '4_2.webp image/webp',
    '4_3.heic image/heic',
  ]);
  expect(new Uint8Array(await files[0]!.arrayBuffer()).slice(0, 3)).toEqual(
    new Uint8Array([0xff, 0xd8, 0xff]),
  );
  expect(shell.calls[0]).toMatchObject({ method: 'importPicture', params: { count: 4 } });
});

test('an iPhone pays in the App Store, any other phone in Google Play', () => {
  const payChannels = () => openNativeBridge(() => undefined).payChannels;
  expect(payChannels()).toEqual(['google-play']);
  vi.stubGlobal('webkit', {});
  expect(payChannels()).toEqual(['google-play']);
  vi.stubGlobal('webkit', { messageHandlers: { tyyShell: { postMessage() {} } } });
  expect(payChannels()).toEqual(['app-store']);
});

test('a picture that is no text costs no other one', async () => {
  shell.on('importPicture', () => succeed({ pictures: { '0': 7, '1': jpeg } as never }));
  const [first, second] = await bridge.importPicture(2);
  expect([first?.size, second?.type]).toEqual([0, 'image/jpeg']);
});

test('the camera gives one picture, the album as many as were asked for, and none is a cancel', async () => {
  const three = succeed({ pictures: { '0': jpeg, '1': jpeg, '2': jpeg } });
  shell.on('takePhoto', () => three);
  shell.on('openAlbum', () => three);
  expect((await bridge.takePhoto!()).map(file => file.name)).toEqual(['1_0.jpg']);
  expect(await bridge.openAlbum!(2)).toHaveLength(2);
  shell.on('importPicture', () => succeed({ pictures: {} }));
  await expect(bridge.importPicture(3)).rejects.toMatchObject({ name: 'Cancelled' });
});

test('payment, subscription and restoring return the receipt', async () => {
  shell.on('pay', () => succeed({ receipt: 'of pay' }));
  shell.on('subscription', () => succeed({ receipt: 'of subscription' }));
  shell.on('restore', () => succeed({ receipt: 'of restore' }));
  expect(await bridge.pay!('o1', 'opaque')).toBe('of pay');
  expect(await bridge.subscription!('vip_month')).toBe('of subscription');
  expect(await bridge.subscription!('vip_month', 'opaque')).toBe('of subscription');
  expect(await bridge.restore!()).toBe('of restore');
  expect(shell.calls.map(call => call.params)).toEqual([
    { order_id: 'o1', payment: 'opaque' },
    { product_id: 'vip_month' },
    { product_id: 'vip_month', payment: 'opaque' },
    {},
  ]);
});

test('signing in, saving, sharing and ads go to the native app as they are', async () => {
  shell.on('login', () => succeed({ login_type: 'facebook', token: 't' }));
  expect(await bridge.login!()).toEqual({ login_type: 'facebook', token: 't' });
  expect(await bridge.savePicture('https://x/y.jpg', 'y')).toBe('saved');
  const card = { title: 'a', text: 'b', url: 'https://c/', image: 'https://d/' };
  expect(await (await bridge.openShare(card))?.()).toBe('shared');
  await bridge.showRewardedAd!('claim00001');
  await bridge.showFullScreenAd!();
  await bridge.closeBannerAd!();
  expect(shell.calls.map(({ method, params }) => [method, params])).toEqual([
    ['login', {}],
    ['savePicture', { url: 'https://x/y.jpg' }],
    ['share', card],
    ['showRewardedAd', { id: 'claim00001' }],
    ['showFullScreenAd', {}],
    ['closeBannerAd', {}],
  ]);
});
