import type { Pic } from '../../api/jobs.ts';
import { formatNumbers } from '../../i18n/format-numbers.ts';
import { Cancelled } from '../../platform/cancelled.ts';
import { loadFile, saveFiles, savesTogether } from '../../platform/pictures/save-files.ts';
import { noteStep } from '../../platform/steps.ts';
import { toast } from '../../state/overlay.ts';
import { userAgrees } from '../../state/user-agrees.ts';
import { appName, fileName, savePicture } from './save-pic.ts';

/** `left` was not saved. 'closed': the user closed the share sheet. 'by-hand': to be saved by a long press. */
interface Attempt {
  left: readonly Pic[];
  end: 'saved' | 'shared' | 'failed' | 'slow' | 'closed' | 'by-hand';
}

/** Called with the number of the picture that is being saved, counted from 1. */
type OnProgress = (number: number) => void;

/** Saves all pictures, again after a failure if the user wants. Returns those to save by a long press. */
export async function saveAll(
  pics: readonly Pic[],
  templateId: unknown,
  onProgress: OnProgress,
): Promise<readonly Pic[]> {
  const save = savesTogether ? saveTogether : saveEach;
  let waiting = pics;
  for (;;) {
    const done = pics.length - waiting.length;
    const { left, end } = await save(waiting, number => onProgress(done + number));
    const isFirst = waiting.length === pics.length && left.length < pics.length;
    if (isFirst && end !== 'closed') noteStep('saved', templateId);
    if (end === 'by-hand') return left;
    if (end === 'closed') return [];
    if (left.length === 0) {
      // After a share sheet no toast is needed, because the sheet shows its own result.
      if (end === 'saved') toast({ key: 'save-all.done', values: { total: pics.length } });
      return [];
    }
    if (!(await offerRest(pics, left, end))) return [];
    waiting = left;
  }
}

async function offerRest(pics: readonly Pic[], left: readonly Pic[], end: Attempt['end']): Promise<boolean> {
  const numbers = formatNumbers(left.map(pic => pics.indexOf(pic) + 1));
  const done = pics.length - left.length;
  const some = {
    title: { key: 'save-all.some', values: { done, total: pics.length } },
    text: { key: 'save-all.missing', values: { numbers } },
  } as const;
  const offline = !navigator.onLine && ({ text: 'error.offline' } as const);
  const none = { title: 'save-all.none', ...offline } as const;
  const slow = end === 'slow' && ({ text: 'pic.save-slow' } as const);
  return userAgrees({ ...(done > 0 ? some : none), ...slow }, done > 0 ? 'save-all.rest' : 'retry');
}

/** Stops at the first failure, because the next pictures would most likely fail too. */
async function saveEach(pics: readonly Pic[], onProgress: OnProgress): Promise<Attempt> {
  for (const [place, pic] of pics.entries()) {
    onProgress(place + 1);
    const result = await savePicture(pic).catch(() => 'failed' as const);
    if (result === 'long-press') return { left: pics.slice(place), end: 'by-hand' };
    if (result !== 'saved') return { left: pics.slice(place), end: result };
  }
  return { left: [], end: 'saved' };
}

async function saveTogether(pics: readonly Pic[], onProgress: OnProgress): Promise<Attempt> {
  const files: File[] = [];
  const left: Pic[] = [];
  for (const [place, pic] of pics.entries()) {
    onProgress(place + 1);
    // The file name contains only the start of the id, which several pictures may share, so append a number.
    await loadFile({ url: pic.picUrl, name: `${fileName(pic)}-${place + 1}` }).then(
      file => files.push(file),
      () => left.push(pic),
    );
  }
  // Another origin may forbid downloads of its pictures; the user can then still save them by a long press.
  if (files.length === 0)
    return { left, end: navigator.onLine && left.some(isElsewhere) ? 'by-hand' : 'failed' };
  const end = await handOver(files);
  return { left: end === 'failed' ? pics : left, end };
}

async function handOver(files: File[]): Promise<Attempt['end']> {
  try {
    const result = await saveFiles(files, appName());
    if (result !== 'late') return result;
    const title = { key: 'save-all.loaded', values: { total: files.length } } as const;
    if (!(await userAgrees({ title }, 'save-all.save'))) return 'closed';
    return (await saveFiles(files, appName())) === 'late' ? 'failed' : 'shared';
  } catch (error) {
    return error instanceof Cancelled ? 'closed' : 'failed';
  }
}

const isElsewhere = ({ picUrl }: Pic) => new URL(picUrl, location.href).origin !== location.origin;
