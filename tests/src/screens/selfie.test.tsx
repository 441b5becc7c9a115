import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect, vi } from 'vitest';
import { test } from '../../support/api/signed-in.ts';
import { aPhoto } from '../../support/phone/choose-files.ts';
import { renderAt } from '../../support/render-at.tsx';
import { button, frontPhotoIsThere, press } from '../../support/wizard.ts';

const getUserMedia = vi.fn<() => Promise<MediaStream>>();

class Track extends EventTarget {
  stop = vi.fn();
}

function allow(): Track {
  const track = new Track();
  getUserMedia.mockResolvedValue({ getTracks: () => [track] } as unknown as MediaStream);
  return track;
}

function refuse(name: string): void {
  getUserMedia.mockRejectedValue(new DOMException('The camera is not there.', name));
}

function hasDevices(mediaDevices: object | undefined): void {
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true });
}

beforeEach(async () => {
  getUserMedia.mockReset();
  hasDevices({ getUserMedia });
  // Stub videos and canvases, which happy-dom does not implement.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  Object.defineProperty(HTMLVideoElement.prototype, 'srcObject', {
    value: null,
    writable: true,
    configurable: true,
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage() {} } as never);
  const photo = await aPhoto();
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(found => found(photo));
});

async function openSelfie(): Promise<void> {
  await renderAt('/make-pic?step=front');
  await press('Take a guided selfie');
  await screen.findByRole('dialog', { name: 'Take a guided selfie' });
}

async function isClosed(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test('without the coach, the user can take a selfie at once, and the camera turns off afterwards', async () => {
  const track = allow();
  await openSelfie();
  await screen.findByText('Fill the oval with your face.');

  await waitFor(async () =>
    expect((await button('Take the photo')).getAttribute('aria-disabled')).toBe('false'),
  );
  await press('Take the photo');

  await isClosed();
  await frontPhotoIsThere();
  expect(track.stop).toHaveBeenCalled();
});

test('while the camera is muted, the selfie screen shows an alert and takes no photo', async () => {
  const track = allow();
  await openSelfie();
  await screen.findByText('Fill the oval with your face.');

  track.dispatchEvent(new Event('mute'));
  await waitFor(() => expect(screen.getByRole('alert')).toBeDefined());
  expect(screen.queryByRole('button', { name: /^Take (the|it)/ })).toBeNull();

  track.dispatchEvent(new Event('unmute'));
  await button('Take the photo');
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['NotAllowedError', /isn’t allowed to use your camera/],
  ['NotFoundError', /No camera was found/],
])('%s is explained, and the camera is not requested again', async (name, words) => {
  refuse(name);
  await openSelfie();
  await screen.findByText(words);
  expect(screen.queryByRole('button', { name: /^Take (the|it)/ })).toBeNull();
  await button('Choose a photo instead');

  await press('Close');

  await isClosed();
  await button('Add a front photo');
  expect(screen.queryByRole('button', { name: 'Take a guided selfie' })).toBeNull();
  expect(getUserMedia).toHaveBeenCalledTimes(1);
});

test('if another app is using the camera, the user can open the selfie screen again later', async () => {
  refuse('NotReadableError');
  await openSelfie();
  await screen.findByText(/doesn’t work right now/);
  await press('Close');
  await isClosed();

  allow();
  await press('Take a guided selfie');
  await button('Take the photo');
});

test('the selfie camera is off while the page is hidden', async () => {
  const track = allow();
  await openSelfie();
  await button('Take the photo');
  await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(1));
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(track.stop).toHaveBeenCalledTimes(1));

  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2));
});

test('Back closes the selfie screen and stops the camera, even if the user allows the camera only afterwards', async () => {
  const track = new Track();
  let allowNow = (_stream: MediaStream) => {};
  getUserMedia.mockReturnValue(new Promise(resolve => (allowNow = resolve)));
  await openSelfie();
  await screen.findByText('Starting the camera…');
  history.back();
  await isClosed();

  allowNow({ getTracks: () => [track] } as unknown as MediaStream);
  await waitFor(() => expect(track.stop).toHaveBeenCalled());
  await button('Add a front photo');
});

test('a browser without camera access is offered no guided selfie', async () => {
  hasDevices(undefined);
  await renderAt('/make-pic?step=front');
  await button('Add a front photo');
  expect(screen.queryByRole('button', { name: 'Take a guided selfie' })).toBeNull();
});
