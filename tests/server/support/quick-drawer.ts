import type { IdPhotoReason, PhotoReason } from '../../../server/contract/photo-reasons.ts';
import { NoFace, type TryOnDrawing } from '../../../server/try-ons/try-on-drawer.ts';
import { plain } from './a-photo.ts';

/** A double that draws try-ons at once. Tests can read what it drew and change what it finds in photos. */
export interface QuickDrawer extends TryOnDrawing {
  drawn: number[];
  seesFace: boolean;
  compared: number;
  /** If true, each comparison finds another person in every photo after the first. */
  seesOthers: boolean;
  /** Problems that it finds in each front photo. */
  problems: PhotoReason[];
  /** The number of checked photos. */
  inspected: number;
  /** Problems that it finds in ID photos. */
  idProblems: IdPhotoReason[];
  beforeReturn: () => Promise<void>;
  /** The number of requests to free the drawer's memory for a job. */
  rests: number;
}

export async function quickDrawer(): Promise<QuickDrawer> {
  const bytes = await plain(320, 427).webp().toBuffer();
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
