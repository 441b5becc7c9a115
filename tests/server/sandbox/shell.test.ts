import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestBackend, signIn } from '../support/backend.ts';
import { folderForFile } from '../support/for-file.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const html = '<!doctype html><html><head><title>The app</title></head></html>';

const folder = await folderForFile();
await writeFile(join(folder, 'index.html'), html);
const backend = sharedBackend({ APP_DIR: folder });

const get = (url: string, headers: Record<string, string> = {}) => backend.app.inject({ url, headers });

test.each(['/sandbox/shell', '/sandbox/bridge-check'])(
  '%s runs only scripts of its own origin, and other sites cannot frame it',
  async path => {
    const page = await get(path);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(page.body).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
  },
);

test('every file that the sandbox pages and their modules load exists', async () => {
  const seen = new Map<string, string>();
  const open = async (path: string): Promise<void> => {
    if (seen.has(path)) return;
    const file = await get(path);
    expect([path, file.statusCode]).toEqual([path, 200]);
    seen.set(path, String(file.headers['content-type']));
    const imports = path.endsWith('.js') ? [...file.body.matchAll(/from '([./][\w./-]+\.js)'/g)] : [];
    for (const [, name] of imports) await open(new URL(String(name), `http://here${path}`).pathname);
  };
  for (const address of ['/sandbox/shell', '/sandbox/bridge-check']) {
    const page = await get(address);
    for (const [, path] of page.body.matchAll(/"(\/sandbox\/shell\/[^"]+)"/g)) await open(String(path));
  }
  for (const name of ['portrait', 'close', 'hills']) await open(`/sandbox/shell/album/${name}.jpg`);
  await open('/sandbox/shell/inject.js');
  expect(seen.get('/sandbox/shell/native.js')).toContain('javascript');
  expect(seen.get('/sandbox/shell/shell.css')).toContain('text/css');
});

test('the app gets the simulator’s script only inside the simulator’s frame', async () => {
  const cookie = String((await get('/sandbox/shell')).headers['set-cookie']);
  expect(cookie).toMatch(/; Path=\/tyy\/; SameSite=Strict; HttpOnly$/);
  const cookies = { cookie: `other=1; ${cookie.split(';')[0]}` };

  const framed = await get('/tyy/pic?generate_id=1', { ...cookies, 'sec-fetch-dest': 'iframe' });
  expect(framed.body).toMatch(/<head>\s*<script src="\/sandbox\/shell\/inject.js"><\/script>\s*<title>/);
  expect(framed.headers['cache-control']).toBe('no-store');
  expect(framed.headers['content-security-policy']).toContain("frame-ancestors 'self'");
  expect((await get('/tyy/', cookies)).body).toContain('inject.js');

  expect((await get('/tyy/', { ...cookies, 'sec-fetch-dest': 'document' })).body).toBe(html);
  expect((await get('/tyy/')).body).toBe(html);
});

test('the simulator’s store lists all products, and the product of an order', async () => {
  const { list } = (await get('/sandbox/shell/products')).json();
  expect(list).toContainEqual({
    product_id: 'vip_month',
    title: { en: 'VIP, 1 month', zh: '月度会员' },
    amount: 25,
    vip_level: 1,
  });
  const user = await signIn(backend, 'Shopper in the shell');
  const { data } = await user.post('createOrder', { config_id: 1 });
  expect((await get(`/sandbox/shell/orders/${data.order_id}`)).json()).toEqual({ product_id: 'coins_100' });
  expect((await get('/sandbox/shell/orders/none')).statusCode).toBe(404);
});

test('without the sandbox the simulator does not exist', async () => {
  const real = await openTestBackend({ APP_DIR: folder, SANDBOX: '0' });
  onTestFinished(real.close);
  for (const url of [
    '/sandbox/shell',
    '/sandbox/bridge-check',
    '/sandbox/shell/platform/parse.js',
    '/sandbox/shell/main.js',
    '/sandbox/shell/products',
  ]) {
    expect((await real.app.inject({ url })).statusCode).toBe(404);
  }
  const framed = await real.app.inject({ url: '/tyy/', headers: { cookie: 'tyy_shell=1' } });
  expect(framed.body).toBe(html);
});
