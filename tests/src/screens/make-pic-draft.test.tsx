import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect, vi } from 'vitest';
import { aPhoto, chooseFiles } from '../../support/choose-files.ts';
import { intercept } from '../../support/network.ts';
import { newPhone } from '../../support/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import { signedIn, test } from '../../support/signed-in.ts';
import { button, frontPhotoIsThere, heading, press, readyToMake } from '../../support/wizard.ts';

beforeEach(newPhone);

test('the draft survives a reload', async () => {
  await readyToMake();

  await renderAt('/make-pic');

  await button('Change');
  const chosen = await screen.findByRole('radio', { checked: true });
  expect(chosen).toBe((await screen.findAllByRole('radio'))[1]);
});

test('a page that was ended during an upload goes on with it', async () => {
  await renderAt('/make-pic?step=front');
  const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => undefined);
  await press('Add a front photo');
  await chooseFiles(await aPhoto());
  await waitFor(() => expect(send).toHaveBeenCalled());

  send.mockRestore();
  await renderAt('/make-pic');

  await heading('Add a front photo');
  await frontPhotoIsThere();
});

test('the draft of another user is not shown', async () => {
  await readyToMake();
  await signedIn();

  await renderAt('/make-pic');

  await button(/^Add your photos/);
  expect(screen.queryByRole('radio', { checked: true })).toBeNull();
});

test('a page that was ended right after "Make my pictures" goes on to the job', async () => {
  await readyToMake();
  const created = new Promise<void>(resolve => {
    intercept(async ({ path }, send) => {
      const response = await send();
      if (path !== '/v1/goTrainAndGeneratePic') return response;
      resolve();
      // The page is closed before the response arrives.
      return new Promise<Response>(() => {});
    });
  });
  await press(/^Use template/);
  await press('Make my pictures');
  await created;

  await renderAt('/make-pic');
  await waitFor(() => expect(location.pathname).toBe('/tyy/making'));
  expect(new URLSearchParams(location.search).get('train_id')).not.toBe('');
});
