import type { GeneratedPic, Generator } from './generator.ts';
import { openLocalGenerator } from './local/local-generator.ts';
import type { OwnTemplate } from './own-template.ts';
import { type ComfyuiServer, openComfyui } from './remote/comfyui-generator.ts';
import { type DashscopeAccount, openDashscope } from './remote/dashscope-generator.ts';
import { type OpenaiImagesAccount, openOpenaiImages } from './remote/openai-images.ts';
import { leastSide } from './remote/remote-pictures.ts';
import { findBuiltInBrief } from './remote/template-brief.ts';

export type RemoteGenerator =
  | ({ kind: 'comfyui' } & ComfyuiServer)
  | ({ kind: 'dashscope' } & DashscopeAccount)
  | ({ kind: 'openai-images' } & OpenaiImagesAccount);

/** Time limit (ms) for an aborted call to stop. The local generator checks for an abort much more often. */
const stopsWithin = 30_000;

/**
 * `findsFaces`: adds the faces to each pic. `comparesFaces`: ignores photos that show a different person than the
 * front photo. `matteModel`: folder of the operator's matting network.
 */
interface GeneratorOptions {
  own?: OwnTemplate[];
  findsFaces?: boolean;
  comparesFaces?: boolean;
  matteModel?: string | undefined;
  onProblem?: (problem: Error) => void;
}

/** Photos are always inspected locally. Pics are made locally if `remote` is null. `deadline`: ms per call. */
export async function openGenerator(
  remote: RemoteGenerator | null,
  deadline: number,
  {
    own = [],
    findsFaces = false,
    comparesFaces = true,
    matteModel,
    onProblem = () => {},
  }: GeneratorOptions = {},
): Promise<Generator> {
  const local = await openLocalGenerator({ deadline, stopsWithin, comparesFaces, matteModel });
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
          // Keep the pic without its faces: they only determine where the label is placed.
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
        // This avoids an unhandled rejection; `await last` below still throws.
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
      const { drawnAs, technique } = findOwn(request.templateId) ?? { drawnAs: request.templateId };
      return local.generate({ ...request, templateId: drawnAs!, technique }, onProgress, signal, onPic);
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

/** Minimum length of a photo's shorter side (pixels) for this generator; undefined if it accepts any size. */
export function leastPhotoSide(remote: RemoteGenerator | null): number | undefined {
  return remote?.kind === 'dashscope' ? leastSide : undefined;
}
