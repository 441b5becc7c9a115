import type { Generator } from './generator.ts';
import { openLocalGenerator } from './local/local-generator.ts';
import type { OwnTemplate } from './own-template.ts';
import { type ComfyuiServer, openComfyui } from './remote/comfyui-generator.ts';
import { type DashscopeAccount, openDashscope } from './remote/dashscope-generator.ts';
import { leastSide } from './remote/remote-pictures.ts';
import { findBuiltInBrief } from './remote/template-brief.ts';

/** A service that makes pics. */
export type RemoteGenerator =
  | ({ kind: 'comfyui' } & ComfyuiServer)
  | ({ kind: 'dashscope' } & DashscopeAccount);

/** Far longer than the local generator takes from one check for an abort to the next (milliseconds). */
const stopsWithin = 30_000;

/**
 * Opens the generator of the settings; photos are looked at on this machine in any case. `deadline` bounds the work of the local
 * generator (milliseconds).
 */
export async function openGenerator(
  remote: RemoteGenerator | null,
  deadline: number,
  { own = [], onProblem = () => {} }: { own?: OwnTemplate[]; onProblem?: (problem: Error) => void } = {},
): Promise<Generator> {
  const local = await openLocalGenerator({ deadline, stopsWithin });
  const findOwn = (id: number) => own.find(template => template.id === id);
  if (remote === null) {
    return {
      ...local,
      generate(request, onProgress, signal) {
        const { drawnAs, hand } = findOwn(request.templateId) ?? { drawnAs: request.templateId };
        return local.generate({ ...request, templateId: drawnAs!, hand }, onProgress, signal);
      },
    };
  }

  const findBrief = (id: number) => findOwn(id) ?? findBuiltInBrief(id);
  const context = { findBrief, onProblem };
  const { inspect, close } = local;
  if (remote.kind === 'comfyui')
    return { inspect, close, generate: await openComfyui(remote, undefined, context) };
  return { inspect, close, generate: openDashscope(remote, context) };
}

/** The pixels that each side of a photo must have for a remote generator; undefined when it takes any. */
export function leastPhotoSide(remote: RemoteGenerator | null): number | undefined {
  return remote?.kind === 'dashscope' ? leastSide : undefined;
}
