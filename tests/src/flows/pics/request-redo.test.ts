import { screen } from '@testing-library/dom';
import { toJob } from '../../../../src/api/jobs.ts';
import { test } from '../../../support/api/signed-in.ts';
import { intercept, stubCall } from '../../../support/network/network.ts';
import { choose } from '../../../support/phone/share-sheet.ts';
import { renderAt } from '../../../support/render-at.tsx';

test.for([
  ['redo', '/v1/redoJob'],
  ['coins', '/v1/returnCoins'],
] as const)('rejecting pictures for %s shows that the request is running', async ([remedy, call]) => {
  await renderAt('/setting');
  intercept(({ path }, send) => (path === call ? new Promise(() => {}) : send()));
  const { requestRedo } = await import('../../../../src/flows/pics/request-redo.ts');
  requestRedo(toJob({ trainId: 't1', generateId: 'g1' }), remedy);
  await choose('What is wrong with these pictures?', 'They don’t look like me');
  if (remedy === 'redo') await choose('Choose another photo?', 'Use my photos again');

  await screen.findByText('One moment…');
});

test('the page shows the number of coins that were returned', async () => {
  await renderAt('/setting');
  stubCall('returnCoins', () => ({ coins: 20 }));
  const { requestRedo } = await import('../../../../src/flows/pics/request-redo.ts');
  requestRedo(toJob({ trainId: 't1', generateId: 'g1' }), 'coins');
  await choose('What is wrong with these pictures?', 'The pictures have flaws');
  await screen.findByText('20 gold coins returned');
});
