import sharp from 'sharp';
import type { IdPhotoReason, PhotoReason } from '../../../server/contract/photo-reasons.ts';
import { NoFace, type TryOnDrawing } from '../../../server/try-ons/try-on-drawer.ts';

/** Draws try-ons at once; a test looks at what was drawn, or takes the face away. */
export interface QuickDrawer extends TryOnDrawing {
  /** The ids of the templates that were drawn. */
  drawn: number[];
  seesFace: boolean;
  /** How often people were compared, and whether each photo after the first shows somebody else. */
  compared: number;
  seesOthers: boolean;
  /** What it sees in each front photo, and how often it looked at a photo. */
  problems: PhotoReason[];
  inspected: number;
  /** What it says an office would refuse. */
  idProblems: IdPhotoReason[];
  /** Done before a try-on is returned. */
  beforeReturn: () => Promise<void>;
  /** How often its memory was wanted for a job. */
  rests: number;
}

/** Builds one that draws plain pictures. */
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
