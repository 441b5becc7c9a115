import { waitFor, within } from '@testing-library/dom';
import { expect } from 'vitest';
import { test } from '../../support/api/signed-in.ts';
import { changeResponse, stubCall } from '../../support/network/network.ts';
import { renderAt } from '../../support/render-at.tsx';

test('the coin history is a table with the time, the signed change, the balance and the reason', async () => {
  const screen = await renderAt('/coin-flow');
  const table = await screen.findByRole('table');
  const heads = within(table).getAllByRole('columnheader');
  expect(heads.map(head => head.textContent)).toEqual(['Time', 'Change', 'Balance', 'Reason']);
  const reason = await within(table).findByRole('cell', { name: /Welcome gift/ });
  const cells = within(reason.closest('tr') as HTMLElement).getAllByRole('cell');
  expect(cells.slice(1).map(cell => cell.textContent)).toEqual(['+50', '50', 'Welcome gift']);
});

test('if the API sends no changes, the coin history computes each change from the next row’s balance', async () => {
  const pages = [
    [
      { time: 1_790_000_300, remaining: 50, reason: 'Returned' },
      { time: 1_790_000_200, remaining: 30, reason: 'A set of pictures' },
    ],
    [{ time: 1_790_000_100, remaining: 50, reason: 'Welcome gift' }],
  ];
  stubCall('getCoinStatementList', () => ({ list: pages.shift() ?? [] }));
  const screen = await renderAt('/coin-flow');
  const table = await screen.findByRole('table');
  await waitFor(() => {
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map(row => within(row).getAllByRole('cell')[1]?.textContent)).toEqual(['+20', '−20', '']);
  });
});

test.each([
  [{ code: 7, msg: 'The ledger is closed for today' }, 200, 'The ledger is closed for today'],
  ['<h1>Bad Gateway</h1>', 502, 'This couldn’t be loaded. Try again.'],
  ['', 0, 'This couldn’t be loaded. Try again.'],
])("a history that fails with %j shows the server's message or the app's", async (body, status, words) => {
  changeResponse('getCoinStatementList', () => {
    if (status === 0) throw new TypeError('no network');
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return new Response(text, { status, statusText: status === 502 ? 'Bad Gateway' : '' });
  });
  const screen = await renderAt('/coin-flow');
  await screen.findByText(words);
});
