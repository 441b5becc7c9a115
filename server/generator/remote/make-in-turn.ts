import { type GeneratedPic, type Generator, GeneratorGaveUp } from '../generator.ts';
import { withDeadline } from '../with-deadline.ts';
import { pickReferences } from './pick-references.ts';
import { refuseDoubles } from './refuse-doubles.ts';
import { preparePhoto } from './remote-pictures.ts';
import { type FindBrief, promptOfShot } from './template-brief.ts';

export interface ModelBounds {
  /** Maximum number of reference pictures per call. */
  references: number;
  /** Maximum prompt length in characters. */
  longestPrompt: number;
  /** Size of a pic in the service's notation; null if the service decides. */
  size: string | null;
}

export interface PicOrder {
  references: Buffer[];
  prompt: string;
  seed: number;
  signal: AbortSignal;
}

/**
 * Makes the pics one after another, with a call for each, because each shows a different shot. Passes each pic to
 * `onPic` as soon as it is finished, because it has cost money. Fails after `deadline` milliseconds.
 */
export function makeInTurn(
  { bounds, deadline }: { bounds: ModelBounds; deadline: number },
  findBrief: FindBrief,
  makePic: (order: PicOrder) => Promise<GeneratedPic>,
): Generator['generate'] {
  return (request, onProgress, outer, onPic) =>
    withDeadline(outer, deadline, async signal => {
      const { count, seed } = request;
      const picked = await pickReferences(request.photos, bounds.references);
      if (picked.length === 0) throw new GeneratorGaveUp('There is no photo.');
      const references = await Promise.all(picked.map(preparePhoto));
      const brief = findBrief(request.templateId);

      const pics: GeneratedPic[] = [];
      while (pics.length < count) {
        const prompt = promptOfShot(brief, pics.length).slice(0, bounds.longestPrompt);
        const pic = await makePic({ references, prompt, seed: seed + pics.length, signal });
        // Reject identical pics before this pic is passed on and the next pic costs money.
        await refuseDoubles([...pics, pic]);
        signal.throwIfAborted();
        pics.push(pic);
        onPic?.(pic);
        onProgress((pics.length / count) * 100);
      }
      return pics;
    });
}
