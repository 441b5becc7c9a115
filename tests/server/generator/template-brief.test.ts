import { expect, test } from 'vitest';
import { findBuiltInBrief, promptOfShot, shots } from '../../../server/generator/remote/template-brief.ts';
import { templates } from '../../../server/generator/templates.ts';

/** What speaks of how a picture is framed. */
const framings =
  /head and shoulders|half[- ]body|waist up|close[ -](?:portrait|up)|\bbust\b|three-quarter view|low viewpoint|frontal(?! light)|straight-on/gi;

test.each(templates.map(({ id }) => id))(
  'the prompts of template %i ask for one shot each, four different ones',
  id => {
    const prompts = [0, 1, 2, 3].map(index => promptOfShot(findBuiltInBrief(id), index));

    for (const [index, prompt] of prompts.entries()) {
      const [wanted, framing] = prompt.split(' Framing of this picture: ');
      expect(wanted).toMatch(/^Keep the exact identity of the person in picture 1: [^.]*hair\. [A-Z]/);
      if (index > 0) expect(wanted).not.toMatch(framings);
      expect(framing).toMatch(index > 0 ? shots[index]! : /^[A-Z][^.]+\. One person only\./);
    }
    expect(new Set(prompts).size).toBe(4);
  },
);

test('a template without a shot of its own begins with the first of the four', () => {
  const brief = { prompt: 'A red coat.' };

  expect(promptOfShot(brief, 0)).toContain(shots[0]);
  expect(promptOfShot(brief, 4)).toBe(promptOfShot(brief, 0));
});
