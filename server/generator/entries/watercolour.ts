import type { Entry } from './entry.ts';

/** The colours of a template of this layout. */
export interface WatercolourPalette {
  paper: string;
  washes: [string, string, string];
  flowers: [string, string, string];
  leaves: [string, string];
  heart: string;
}

/** The templates of the layout `watercolour`. */
export const watercolourTemplates: Entry<WatercolourPalette>[] = [
  {
    id: 10,
    colour: '#f3e6e2',
    prompt:
      'Head and shoulders, chin slightly raised. A pale blue blouse or shirt. Garden flowers and leaves loosely around, white paper behind the head. Bright diffuse daylight. Frontal, 85 mm. Transparent watercolour with pencil under-drawing, blooms and granulation.',
    paper: '#fdfaf3',
    washes: ['#f7c6c9', '#bfe0dc', '#fbe3b0'],
    flowers: ['#e8788a', '#f4a6a0', '#f7cf8a'],
    leaves: ['#6fa58a', '#9cc3a0'],
    heart: '#f0c04a',
  },
  {
    id: 17,
    colour: '#cfdcf0',
    prompt:
      'Head and shoulders, head tilted a little. A white collar under a blue cardigan. Blue and lilac hydrangeas around the shoulders. Cool diffuse daylight after rain. 85 mm, f/2.8. Delicate watercolour, blue-violet washes, soft pencil contours.',
    paper: '#fbfbfa',
    washes: ['#b9cff2', '#d9cdf2', '#c7e9ee'],
    flowers: ['#6f8fdc', '#a08fe0', '#8fc3ee'],
    leaves: ['#5f8f8a', '#93b8a4'],
    heart: '#f6eec0',
  },
  {
    id: 36,
    colour: '#f6d3bc',
    prompt:
      'Head and shoulders, a wide smile. A cream summer shirt. A meadow of red poppies. High summer sun through thin cloud. 85 mm, f/2.8. Bold watercolour in reds and warm greens, spatters, white margins.',
    paper: '#fffaf0',
    washes: ['#ffd2b0', '#fbe6a6', '#d6e6b8'],
    flowers: ['#e2492f', '#f2803f', '#f8b04a'],
    leaves: ['#7f9a4f', '#b3bf74'],
    heart: '#3f2a30',
  },
  {
    id: 43,
    colour: '#ddd0ea',
    look: { hand: 'pencil', material: 'none' },
    prompt:
      'Head and shoulders, reading mood. A knitted cardigan. Sprigs of lavender at the margins of a letter. Soft window light. 85 mm. Pencil drawing on cream letter paper with a breath of lavender tint.',
    paper: '#fcf9fb',
    washes: ['#d9c6ee', '#f0cfe2', '#d0d9f2'],
    flowers: ['#8a62c0', '#b58ad8', '#d690c0'],
    leaves: ['#7a9a86', '#a9c0a6'],
    heart: '#f7e08a',
  },
  {
    id: 50,
    colour: '#cfe3d2',
    look: { hand: 'ink', material: 'paper' },
    prompt:
      'Bust, still. A pale robe-like shirt. Lotus leaves and one pink flower. Even summer light on water. Flat perspective. Ink wash with light green and pink on rice paper.',
    paper: '#f9fbf3',
    washes: ['#bfe3cf', '#d6efe6', '#f6d6de'],
    flowers: ['#f08fae', '#f7bccb', '#ffe0d6'],
    leaves: ['#3f8a6a', '#7fb98f'],
    heart: '#f2c84a',
  },
];
