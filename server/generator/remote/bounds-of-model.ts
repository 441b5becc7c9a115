import type { ModelBounds } from './make-in-turn.ts';

const portrait = '1104*1472';
/** Maximum prompt length in characters, according to the service's documentation. The service cuts off the rest. */
const longestPrompt = 800;

/** Aliyun Model Studio's models that edit pictures of people, as of November 2026. */
const models: Record<string, ModelBounds> = {
  'qwen-image-3.0-pro': { references: 3, longestPrompt, size: portrait },
  'qwen-image-3.0': { references: 3, longestPrompt, size: portrait },
  'qwen-image-2.1-pro': { references: 10, longestPrompt, size: portrait },
  // The service calls these models legacy since September 2026.
  'qwen-image-edit-plus': { references: 3, longestPrompt, size: portrait },
  'qwen-image-edit': { references: 3, longestPrompt, size: null },
};

/** The limits of a model. Values in `said` override known limits. Throws if a limit is neither known nor in `said`. */
export function boundsOfModel(model: string, said: Partial<ModelBounds>): ModelBounds {
  const known = models[model];
  const { references, longestPrompt, size } = { ...known, ...said };
  if (references === undefined || longestPrompt === undefined || size === undefined) {
    throw new Error(
      `DASHSCOPE_MODEL names "${model}", which is not known here: DASHSCOPE_REFERENCES, DASHSCOPE_PROMPT_LENGTH and DASHSCOPE_SIZE must say what it takes.`,
    );
  }
  return { references, longestPrompt, size };
}
