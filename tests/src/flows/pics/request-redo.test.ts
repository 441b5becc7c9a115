import { screen } from '@testing-library/dom';
import { toJob } from '../../../../src/api/jobs.ts';
import { test } from '../../../support/api/signed-in.ts';
import { stubCall } from '../../../support/network/network.ts';
import { choose } from '../../../support/phone/share-sheet.ts';
import { renderAt } from '../../../support/render-at.tsx';

test('after a complaint about pictures, the page shows the number of returned coins', async () => {
  await renderAt('/setting');
  stubCall('returnCoins', () => ({ coins: 20 }));
  const { requestRedo } = await import('../../../../src/flows/pics/request-redo.ts');
  requestRedo(toJob({ trainId: 't1', generateId: 'g1' }), 'coins');
  await choose('What is wrong with these pictures?', 'The pictures have flaws');
  await screen.findByText('20 gold coins returned');
});
