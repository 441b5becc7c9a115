import { useEffect, useState } from 'react';
import type { Pic } from '../../api/jobs.ts';
import type { Comparison } from '../../flows/open-comparison.ts';

/** What is shown of the photo of a pic. */
interface ShownPhoto {
  /** Its address; empty until it is known how the photo lies over the pic, so that it need not move. */
  src: string;
  /** Null where its bytes cannot be had: it may still be shown. */
  comparison: Comparison | null;
}

/** Loads the photo of a pic, and finds out how it lies over that. */
export function useComparison(photoUrl: string, pic: Pic): ShownPhoto {
  const [shown, setShown] = useState<ShownPhoto>({ src: '', comparison: null });

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is that pic's photo, whatever else is said of the pic.
  useEffect(() => {
    let address = '';
    let isOpen = true;
    open(photoUrl, pic).then(comparison => {
      if (!isOpen) return;
      if (comparison) address = URL.createObjectURL(comparison.photo);
      setShown({ src: address || photoUrl, comparison });
    });
    return () => {
      isOpen = false;
      URL.revokeObjectURL(address);
    };
  }, [photoUrl]);

  return shown;
}

async function open(photoUrl: string, pic: Pic): Promise<Comparison | null> {
  try {
    const { openComparison } = await import('../../flows/open-comparison.ts');
    return await openComparison(photoUrl, pic);
  } catch {
    return null;
  }
}
