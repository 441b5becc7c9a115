import { bridge } from '../platform/bridge/bridge.ts';

/** Shows pics in the host's own gallery; false: it has none, or it did not open. */
export async function previewPics(current: string, all: string[]): Promise<boolean> {
  if (!bridge.previewPics) return false;
  return bridge.previewPics(current, all).then(
    () => true,
    () => false,
  );
}
