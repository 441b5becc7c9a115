import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawTemplate, templates } from '../../../server/generator/templates.ts';

const COLUMNS = 3;

describe('the templates', () => {
  it('fill more than two pages of 21', () => {
    expect(templates.length).toBeGreaterThanOrEqual(60);
  });

  it('have a title of their own in each language and a colour', () => {
    expect(new Set(templates.map(({ title }) => title.en)).size).toBe(templates.length);
    expect(new Set(templates.map(({ title }) => title.zh)).size).toBe(templates.length);

    for (const { title, colour } of templates) {
      expect(title.zh).toMatch(/\p{Script=Han}/u);
      expect(colour).toMatch(/^#[0-9a-f]{6}$/);
    }
  });

  it('have a prompt of their own that speaks of the identity first', () => {
    expect(new Set(templates.map(({ prompt }) => prompt)).size).toBe(templates.length);

    for (const { prompt } of templates) {
      expect(prompt).toMatch(/^Keep the exact identity of the person in picture 1: [^.]*skin tone/);
      // Shot, clothes, place, light, lens, medium.
      expect(prompt.match(/\.(?= |$)/g)!.length).toBeGreaterThanOrEqual(7);
    }
  });

  it('never stand beside or below one of the same layout in the grid', () => {
    for (const [index, { layout }] of templates.entries()) {
      const isRowStart = index % COLUMNS === 0;

      if (!isRowStart) expect(templates[index - 1]!.layout).not.toBe(layout);
      expect(templates[index - COLUMNS]?.layout).not.toBe(layout);
    }
  });
});

describe('the preview of a template', () => {
  it.each([320, 480, 768] as const)('is a JPEG of 3:4 at %i pixels', async width => {
    const { format, width: drawn, height } = await sharp(await drawTemplate(1, width)).metadata();

    expect({ format, drawn, height }).toEqual({
      format: 'jpeg',
      drawn: width,
      height: Math.round((width * 4) / 3),
    });
  });

  it('is the same every time', async () => {
    expect(await drawTemplate(5, 320)).toEqual(await drawTemplate(5, 320));
  });

  it('is a picture, not a blank area, for every layout', async () => {
    const oneOfEachLayout = new Map(templates.map(({ layout, id }) => [layout, id]));

    for (const id of oneOfEachLayout.values()) {
      const { channels } = await sharp(await drawTemplate(id, 320)).stats();
      expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(20);
    }
  });

  it('throws for a template that does not exist', () => {
    expect(() => drawTemplate(0, 320)).toThrow('no template 0');
  });
});
