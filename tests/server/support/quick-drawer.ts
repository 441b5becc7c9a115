import sharp from 'sharp';
import type { IdPhotoReason, PhotoReason } from '../../../server/contract/photo-reasons.ts';
import { NoFace, type TryOnDrawing } from '../../../server/try-ons/try-on-drawer.ts';

/** Draws try-ons at once; a test can read what was drawn, and change what it finds in photos. */
export interface QuickDrawer extends TryOnDrawing {
  drawn: number[];
  seesFace: boolean;
  /** Number of comparisons, and whether they find another person in each photo after the first. */
  compared: number;
  seesOthers: boolean;
  /** Its findings for each front photo, and the number of checked photos. */
  problems: PhotoReason[];
  inspected: number;
  /** Its findings for ID photos. */
  idProblems: IdPhotoReason[];
  /** Runs before a try-on is returned. */
  beforeReturn: () => Promise<void>;
  /** Number of requests to free its memory for a job. */
  rests: number;
}

export async function quickDrawer(): Promise<QuickDrawer> {
  const plain = { width: 320, height: 427, channels: 3 as const, background: '#35525c' };
  const bytes = await sharp({ create: plain }).webp().toBuffer();
  const drawer: QuickDrawer = {
    drawn: [],
    seesFace: true,
    compared: 0,
    seesOthers: false,
    problems: [],
    idProblems: [],
    inspected: 0,
    rests: 0,
    beforeReturn: async () => {},
    async draw({ templateId }) {
      if (!drawer.seesFace) throw new NoFace('The front photo shows no face');
      drawer.drawn.push(templateId);
      await drawer.beforeReturn();
      return { picture: bytes, problems: drawer.idProblems };
    },
    async findOthers([, ...others]) {
      drawer.compared++;
      return others.map(() => drawer.seesOthers);
    },
    async inspect(_, isFront) {
      drawer.inspected++;
      return isFront ? drawer.problems : [];
    },
    rest() {
      drawer.rests++;
    },
    async close() {},
  };
  return drawer;
}
