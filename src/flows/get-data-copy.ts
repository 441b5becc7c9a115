import { createDataCopy } from '../api/create-data-copy.ts';
import { downloadFile } from '../platform/download-file.ts';
import { withLoading } from '../state/overlay.ts';

/** Downloads a copy of all that is stored of the user. */
export async function getDataCopy(): Promise<void> {
  const address = await withLoading('make-pic.checking', createDataCopy).catch(() => null);
  // Else the client has said why.
  if (address) downloadFile(address);
}
