import { photoSuffix } from '../../api/photo-name.ts';
import { preparePhoto } from '../../platform/pictures/prepare-photo.ts';
import { maxPhotos } from '../../state/draft.ts';
import { note, toast } from '../../state/overlay.ts';
import { wizard } from '../../state/wizard.ts';

/** Returns the first files that fit, without copies. If more files remain, a note says how many fit. */
export async function fitPhotos(files: File[], room: number): Promise<File[]> {
  const known = new Set(wizard.photos.map(({ suffix }) => suffix));
  const fitting: File[] = [];
  let copies = 0;
  for (const file of files) {
    // Compare the bytes that would be uploaded, not the original file.
    const prepared = await preparePhoto(file);
    const suffix = await photoSuffix(prepared);
    if (known.has(suffix)) {
      copies++;
      continue;
    }
    known.add(suffix);
    if (fitting.length === room) {
      const values = { count: room, total: maxPhotos };
      note(room === 0 ? { key: 'make-pic.full', values } : { key: 'make-pic.too-many', values });
      break;
    }
    fitting.push(new File([prepared], file.name, { type: prepared.type }));
  }
  if (copies > 0) toast({ key: 'make-pic.copies', values: { count: copies } });
  return fitting;
}
