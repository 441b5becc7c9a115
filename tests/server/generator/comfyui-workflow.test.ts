import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fillWorkflow, parseWorkflow } from '../../../server/generator/remote/comfyui-workflow.ts';
import { type ApiWorkflow, modelFiles, validateWorkflow } from '../doubles/comfyui-validation.ts';
import { workflow } from './comfyui-world.ts';

const values = {
  photo: 'one.jpg',
  photo2: 'two.jpg',
  photo3: 'three.jpg',
  prompt: 'A "portrait" with {{seed}} in it',
  seed: 7,
  width: 1104,
  height: 1472,
};

const save = { class_type: 'SaveImage', inputs: { images: ['2', 0], filename_prefix: 'tyy' } };

const aWorkflow = (changes: ApiWorkflow): ApiWorkflow => ({ ...workflow, 9: save, ...changes });

test('ComfyUI accepts the workflow in deploy/comfyui, and its README lists all required model files', async () => {
  const shipped = parseWorkflow(await readFile('deploy/comfyui/qwen-image-edit.json', 'utf8'), 'it');
  const filled = fillWorkflow(shipped, values) as ApiWorkflow;
  const { error, node_errors } = validateWorkflow(filled, new Set(['one.jpg', 'two.jpg', 'three.jpg']));
  expect({ error, node_errors }).toEqual({ error: null, node_errors: {} });
  const list = await readFile('deploy/comfyui/README.md', 'utf8');
  for (const file of modelFiles) expect(list).toContain(`\`${file}\``);
});

test('placeholders become typed values or parts of a text; placeholders in an inserted text are not replaced', () => {
  const inputs = {
    a: '{{width}}',
    b: 'a {{prompt}}, {{width}}x{{height}}',
    c: 'x/{{photo2}}',
    d: 4,
    e: ['1', 0],
  };
  const noted = aWorkflow({ 3: { class_type: 'Note', inputs } });
  const filled = fillWorkflow(parseWorkflow(JSON.stringify(noted), 'it'), values);
  expect(filled[2]!.inputs.seed).toBe(7);
  expect(filled[3]!.inputs).toEqual({
    a: 1104,
    b: 'a A "portrait" with {{seed}} in it, 1104x1472',
    c: 'x/two.jpg',
    d: 4,
    e: ['1', 0],
  });
});

const preview = { class_type: 'PreviewImage', inputs: { images: ['2', 0] } };
const still = { class_type: 'ImageAddNoise', inputs: { image: ['1', 0], seed: 4, strength: 1 } };
const other = { class_type: 'LoadImage', inputs: { image: 'other.png' } };

test.each<[string, string | ApiWorkflow, string]>([
  ['that is invalid JSON', '{', 'Export (API)'],
  ['that is a list', '[]', 'Export (API)'],
  ["in the editor's format", '{"nodes": [], "links": [], "version": 0.4}', 'Export (API)'],
  ['without the class of a node', '{"prompt": {"1": {}}}', 'node "prompt"'],
  ['that only previews its pictures', aWorkflow({ 9: preview }), 'SaveImage'],
  ['that saves to a socket', aWorkflow({ 9: { ...preview, class_type: 'SaveImageWebsocket' } }), 'SaveImage'],
  [
    'that loads the photo without using it',
    aWorkflow({ 1: other, 5: { class_type: 'LoadImage', inputs: { image: '{{photo}}' } } }),
    '{{photo}}',
  ],
  [
    'with the seed in the file name only',
    aWorkflow({ 2: still, 9: { ...save, inputs: { images: ['2', 0], filename_prefix: '{{seed}}' } } }),
    '{{seed}}',
  ],
  [
    'with an unknown placeholder',
    aWorkflow({ 3: { class_type: 'Note', inputs: { text: 'a {{Prompt}}' } } }),
    '{{Prompt}}',
  ],
  ['with a broken link', aWorkflow({ 9: { ...save, inputs: { images: ['8', 0] } } }), 'node "8"'],
])('a workflow %s is refused with advice', (_, workflow, sentence) => {
  const parse = () =>
    parseWorkflow(typeof workflow === 'string' ? workflow : JSON.stringify(workflow), 'COMFYUI_WORKFLOW');
  expect(parse).toThrow(sentence);
  expect(parse).toThrow(/^COMFYUI_WORKFLOW/);
});
