import type { Pic } from '../../api/jobs.ts';
import { text } from '../../i18n/i18n.ts';
import type { Message } from '../../i18n/text-key.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import { BridgeError } from '../../platform/bridge/bridge-error.ts';
import { Cancelled } from '../../platform/cancelled.ts';
import { copyLabelData } from '../../platform/pictures/copy-label-data.ts';
import { downloadBlob } from '../../platform/pictures/download-blob.ts';
import { drawComparison } from '../../platform/pictures/draw-comparison.ts';
import { fetchPicture } from '../../platform/pictures/fetch-picture.ts';
import { dataAddress } from '../../platform/pictures/prepare-photo.ts';
import { savesEnd, shareFiles } from '../../platform/pictures/save-files.ts';
import { noteStep } from '../../platform/steps.ts';
import type { Comparison } from './open-comparison.ts';
import { fileName, savePicture } from './save-pic.ts';

/** Draws the photo and the picture as one labelled image. Rejects if the picture is gone or the browser cannot draw. */
export async function makeComparison({ photo, placement }: Comparison, pic: Pic): Promise<File> {
  const { blob } = await fetchPicture(pic.picUrl);
  const words = { before: text('pic.before'), after: text('pic.after'), label: text('compare.label') };
  const ratio = pic.width / pic.height;
  const drawn = await drawComparison({ photo, pic: blob, placement, ratio, words });
  const labelled = await copyLabelData(blob, drawn);
  const kind = text('pic.compare').toLowerCase().replaceAll(' ', '-');
  return new File([labelled], `${fileName(pic)}-${kind}.jpg`, { type: labelled.type });
}

/** Saves the drawn comparison on the phone. Returns the message to show, or null. */
export function saveComparison(file: File, pic: Pic, templateId: unknown): Promise<Message | null> {
  return attempt('pic.save-failed', async () => {
    if (savesEnd) downloadBlob(file, file.name);
    else if ((await savePicture({ ...pic, picUrl: await dataAddress(file) })) === 'slow')
      return 'pic.save-slow';
    noteStep('saved', templateId);
    return 'pic.saved';
  });
}

/** Shares the drawn comparison with other apps. Returns the message to show, or null. */
export function sendComparison(file: File, templateId: unknown): Promise<Message | null> {
  const words = { title: text('app.name'), text: text('pic.share.text') };
  return attempt('pic.share.failed', async () => {
    if (!savesEnd) {
      const open = await bridge.openShare({ ...words, url: '', image: await dataAddress(file) });
      await open?.();
    } else if ((await shareFiles([file], words)) === 'late') return 'pic.share.ready';
    noteStep('shared', templateId);
    return null;
  });
}

async function attempt(failed: Message, handOver: () => Promise<Message | null>): Promise<Message | null> {
  try {
    return await handOver();
  } catch (error) {
    // The phone has shown its own message.
    return error instanceof Cancelled || error instanceof BridgeError ? null : failed;
  }
}
