import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../support/story.ts';

test('on a slow line Home is shown once all of it is there: nothing moves', async ({ page, baseURL }) => {
  const html = await (await fetch(`${baseURL}/tyy/`)).text();
  const cut = html.indexOf('>', html.indexOf('<ol')) + 1;
  let sendRest = () => {};
  const server = createServer((request, response) => {
    if (request.url !== '/tyy/') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.write(html.slice(0, cut));
    sendRest = () => response.end(html.slice(cut));
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));

  const { port } = server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/tyy/`, { waitUntil: 'commit' });
  await expect(page.locator('ol')).toBeAttached();
  const title = page.getByRole('heading', { level: 1, includeHidden: true });
  await expect(title).toBeHidden();
  sendRest();
  await expect(title).toBeVisible();
  server.closeAllConnections();
  server.close();
});
