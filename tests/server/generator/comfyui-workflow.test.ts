import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  fillWorkflow,
  parseWorkflow,
  type Workflow,
} from '../../../server/generator/remote/comfyui-workflow.ts';
import { type ApiWorkflow, modelFiles, validateWorkflow } from '../doubles/comfyui-validation.ts';

const values = {
  photo: 'one.jpg',
  photo2: 'two.jpg',
  photo3: 'three.jpg',
  prompt: 'A "portrait" with {{seed}} in it',
  seed: 7,
  width: 1104,
  height: 1472,
};

function aWorkflow(changes: ApiWorkflow = {}): Record<string, unknown> {
  return {
    1: { class_type: 'LoadImage', inputs: { image: '{{photo}}' } },
    2: { class_type: 'ImageAddNoise', inputs: { image: ['1', 0], seed: '{{seed}}', strength: 0.5 } },
    9: { class_type: 'SaveImage', inputs: { images: ['2', 0], filename_prefix: 'tyy' } },
    ...changes,
  };
}

function parse(workflow: object): Workflow {
  return parseWorkflow(JSON.stringify(workflow), 'COMFYUI_WORKFLOW');
}

test('ComfyUI accepts the workflow in deploy/comfyui, and its README lists all files that the workflow needs', async () => {
  const workflow = parseWorkflow(await readFile('deploy/comfyui/qwen-image-edit.json', 'utf8'), 'it');
  const filled = fillWorkflow(workflow, values) as ApiWorkflow;
  const { error, node_errors } = validateWorkflow(filled, new Set(['one.jpg', 'two.jpg', 'three.jpg']));
  expect({ error, node_errors }).toEqual({ error: null, node_errors: {} });
  const list = await readFile('deploy/comfyui/README.md', 'utf8');
  for (const file of modelFiles) expect(list).toContain(`\`${file}\``);
});

test('placeholders become values of their type, or parts of a longer text; text that was filled in is not filled again', () => {
  const filled = fillWorkflow(
    parse(
      aWorkflow({
        3: {
          class_type: 'Note',
          inputs: {
            a: '{{width}}',
            b: 'a {{prompt}}, {{width}}x{{height}}',
            c: 'x/{{photo2}}',
            d: 4,
            e: ['1', 0],
          },
        },
      }),
    ),
    values,
  );
  expect(filled[2]!.inputs.seed).toBe(7);
  expect(filled[3]!.inputs).toEqual({
    a: 1104,
    b: 'a A "portrait" with {{seed}} in it, 1104x1472',
    c: 'x/two.jpg',
    d: 4,
    e: ['1', 0],
  });
});

test.each([
  ['invalid JSON', '{', 'Export (API)'],
  ['a list', '[]', 'Export (API)'],
  ["the editor's format", '{"nodes": [], "links": [], "version": 0.4}', 'Export (API)'],
  ['missing the class of a node', '{"prompt": {"1": {}}}', 'node "prompt"'],
])('a workflow that is %s is refused with advice', (_, text, sentence) => {
  expect(() => parseWorkflow(text, 'COMFYUI_WORKFLOW')).toThrow(sentence);
  expect(() => parseWorkflow(text, 'COMFYUI_WORKFLOW')).toThrow(/^COMFYUI_WORKFLOW/);
});

const preview = { class_type: 'PreviewImage', inputs: { images: ['2', 0] } };
const still = { class_type: 'ImageAddNoise', inputs: { image: ['1', 0], seed: 4, strength: 1 } };
const other = { class_type: 'LoadImage', inputs: { image: 'other.png' } };

test.each([
  ['that only previews its pictures', { 9: preview }, 'SaveImage'],
  ['that saves to a socket', { 9: { ...preview, class_type: 'SaveImageWebsocket' } }, 'SaveImage'],
  ['that does not load the photo', { 1: other }, '{{photo}}'],
  [
    'that loads the photo without using it',
    { 1: other, 5: { class_type: 'LoadImage', inputs: { image: '{{photo}}' } } },
    '{{photo}}',
  ],
  ['without a seed', { 2: still }, '{{seed}}'],
  [
    'with the seed in the file name only',
    { 2: still, 9: { class_type: 'SaveImage', inputs: { images: ['2', 0], filename_prefix: '{{seed}}' } } },
    '{{seed}}',
  ],
  [
    'with an unknown placeholder',
    { 3: { class_type: 'Note', inputs: { text: 'a {{Prompt}}' } } },
    '{{Prompt}}',
  ],
  ['with a broken link', { 9: { class_type: 'SaveImage', inputs: { images: ['8', 0] } } }, 'node "8"'],
])('a workflow %s is refused with advice', (_, changes, sentence) => {
  expect(() => parse(aWorkflow(changes as ApiWorkflow))).toThrow(sentence);
});
