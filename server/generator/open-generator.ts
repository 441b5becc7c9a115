import type { GeneratedPic, Generator } from './generator.ts';
import { openLocalGenerator } from './local/local-generator.ts';
import type { OwnTemplate } from './own-template.ts';
import { type ComfyuiServer, openComfyui } from './remote/comfyui-generator.ts';
import { type DashscopeAccount, openDashscope } from './remote/dashscope-generator.ts';
import { type OpenaiImagesAccount, openOpenaiImages } from './remote/openai-images.ts';
import { leastSide } from './remote/remote-pictures.ts';
import { findBuiltInBrief } from './remote/template-brief.ts';

/** A service that makes pics. */
export type RemoteGenerator =
  | ({ kind: 'comfyui' } & ComfyuiServer)
  | ({ kind: 'dashscope' } & DashscopeAccount)
  | ({ kind: 'openai-images' } & OpenaiImagesAccount);

/** Far longer than the local generator takes from one check for an abort to the next (milliseconds). */
const stopsWithin = 30_000;

/**
 * What a generator is opened with besides its service; `findsFaces`: pics come with the faces in them; `comparesFaces`: photos
 * of somebody else than the front photo's person are left out.
 */
interface GeneratorOptions {
  own?: OwnTemplate[];
  findsFaces?: boolean;
  comparesFaces?: boolean;
  onProblem?: (problem: Error) => void;
}

/**
 * Opens the generator of the settings; photos are looked at on this machine in any case. `deadline` bounds the work of the local
 * generator (milliseconds).
 */
export async function openGenerator(
  remote: RemoteGenerator | null,
  deadline: number,
  { own = [], findsFaces = false, comparesFaces = true, onProblem = () => {} }: GeneratorOptions = {},
): Promise<Generator> {
  const local = await openLocalGenerator({ deadline, stopsWithin, comparesFaces });
  const { inspect, close, withFaces } = local;
  const generate = await openGenerate(remote, local, { own, onProblem });
  if (!findsFaces) return { inspect, close, generate };
  return {
    inspect,
    close,
    async generate(request, onProgress, signal, onPic) {
      const found: Promise<GeneratedPic>[] = [];
      const find = async (pic: GeneratedPic) => {
        const [withOwn] = await withFaces([pic], signal).catch(problem => {
          signal.throwIfAborted();
          // Finished pics are not lost for the place of their label.
          onProblem(problem);
          return [pic];
        });
        return withOwn!;
      };
      let last: Promise<void> = Promise.resolve();
      const onMade = (pic: GeneratedPic) => {
        const finding = find(pic);
        found.push(finding);
        last = Promise.all([finding, last]).then(([withOwn]) => onPic?.(withOwn));
        // Who awaits it hears of it.
        last.catch(() => undefined);
      };
      const pics = await generate(request, onProgress, signal, onMade);
      const ends = await Promise.all(pics.map((pic, place) => found[place] ?? find(pic)));
      await last;
      return ends;
    },
  };
}

async function openGenerate(
  remote: RemoteGenerator | null,
  local: Generator,
  { own, onProblem }: { own: OwnTemplate[]; onProblem: (problem: Error) => void },
): Promise<Generator['generate']> {
  const findOwn = (id: number) => own.find(template => template.id === id);
  if (remote === null) {
    return (request, onProgress, signal, onPic) => {
      const { drawnAs, hand } = findOwn(request.templateId) ?? { drawnAs: request.templateId };
      return local.generate({ ...request, templateId: drawnAs!, hand }, onProgress, signal, onPic);
    };
  }
  const context = { findBrief: (id: number) => findOwn(id) ?? findBuiltInBrief(id), onProblem };
  switch (remote.kind) {
    case 'comfyui':
      return openComfyui(remote, undefined, context);
    case 'dashscope':
      return openDashscope(remote, context);
    case 'openai-images':
      return openOpenaiImages(remote, context);
  }
}

/** The pixels that each side of a photo must have for a remote generator; undefined when it takes any. */
export function leastPhotoSide(remote: RemoteGenerator | null): number | undefined {
  return remote?.kind === 'dashscope' ? leastSide : undefined;
}
