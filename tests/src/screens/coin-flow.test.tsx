import { within } from '@testing-library/dom';
import { expect } from 'vitest';
import { renderAt } from '../../support/render-at.tsx';
import { test } from '../../support/signed-in.ts';

test('the ledger is a table of time, remaining coins and reason, with the signed change', async () => {
  const screen = await renderAt('/coin-flow');
  const table = await screen.findByRole('table');
  const heads = within(table).getAllByRole('columnheader');
  expect(heads.map(head => head.textContent)).toEqual(['Time', 'Balance', 'Reason']);
  const reason = await within(table).findByRole('cell', { name: /Welcome gift/ });
  const cells = within(reason.closest('tr') as HTMLElement).getAllByRole('cell');
  expect(cells[1]?.textContent).toBe('50');
  expect(cells[2]?.textContent).toMatch(/Welcome gift.*\+50/);
  await screen.findByText('You have reached the end.');
});

test('the reasons are told in the language of the app', async () => {
  localStorage.setItem('tyy.language', 'zh');
  const screen = await renderAt('/coin-flow');
  await screen.findByText(/新人赠送/);
});
