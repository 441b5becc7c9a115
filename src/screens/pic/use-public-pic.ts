import { useEffect, useState } from 'react';
import type { Job, Pic } from '../../api/jobs.ts';
import { getPublicPics, type PublicPic } from '../../api/public-pics.ts';
import { makePublic, takeBack } from '../../flows/make-public.ts';
import { homeCard, offerCard, publicCard } from '../../flows/offer-card.ts';
import { useLoad } from '../../ui/use-load.ts';

/** The public page of a picture and what changes it. */
interface PublicState {
  /** Undefined while the picture is not public. */
  shown: PublicPic | undefined;
  isBusy: boolean;
  /** The user has made it public on this screen. */
  isNew: boolean;
  /** Null where it is public already, or the API has no such pages. */
  make: (() => Promise<void>) | null;
  end: () => Promise<void>;
}

/** Whether a picture is public, for the host's own share menu too; `shares`: how often the user has shared, it may be public since. */
export function usePublicPic(job: Job, pic: Pic, shares: number, onChange: () => void): PublicState {
  const generateId = String(job.generateId);
  const picId = pic.id === null ? null : String(pic.id);
  const [publicPics, reload] = useLoad(() => getPublicPics(generateId), `${generateId} ${shares}`);
  const [isNew, setNew] = useState(false);
  const shown = publicPics.data?.find(page => page.picId === picId);
  // What nobody can see has no address: there the host's menu shares the app.
  const open = shown?.isHidden ? undefined : shown;
  useEffect(() => offerCard(open ? publicCard(open, job.title) : homeCard()), [open, job.title]);

  async function make(picId: string) {
    const made = await makePublic(generateId, picId);
    if (made === 'failed') return onChange();
    if (made === 'not-wanted') return;
    setNew(true);
    await reload();
  }

  async function end() {
    if (picId !== null && !(await takeBack(generateId, picId))) onChange();
    await reload();
  }

  return {
    shown,
    isNew,
    // Until the list is there again, it still shows what was before.
    isBusy: publicPics.status === 'loading',
    make: publicPics.data && picId !== null && !shown ? () => make(picId) : null,
    end,
  };
}
