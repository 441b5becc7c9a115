import { templates } from '../templates.ts';

/** What a model has to know of each kind of scene. */
const scenes: Record<string, string> = {
  blossom: 'below flowering trees, petals in the air, soft spring light',
  neon: 'in a city street at night, lit by neon signs, wet ground',
  'paper-cut': 'in front of a layered paper-cut landscape',
  autumn: 'on an avenue of autumn trees, falling leaves, warm low sun',
  aurora: 'in front of snowy peaks below northern lights',
  studio: 'in a portrait studio, plain wall, soft light from a window',
  sea: 'at the sea, wide horizon, light on the water',
  ink: 'in front of mountains painted with ink and brush',
  lanterns: 'at night among glowing paper lanterns',
  watercolour: 'in a garden painted in watercolour',
  pop: 'as a bold pop-art comic cover with halftone dots',
  desert: 'among dunes of a desert, clear sky',
};

/** The wish for one template in a model's words. */
export function promptOf(templateId: number): string {
  const template = templates.find(({ id }) => id === templateId);
  if (!template) throw new RangeError(`There is no template ${templateId}`);
  return (
    `A portrait of exactly this person, ${scenes[template.layout]}. Theme: ${template.title.en}. ` +
    'Keep the face, the hair, the skin and the clothes of the person as they are. One person, head and shoulders, upright 3:4.'
  );
}
