/**
 * How the pics of a job differ, in a model's words: with few steps and no guidance a new seed alone changes little, so
 * each pic of a job is another shot.
 */
export const shots = [
  'close-up of face and shoulders, looking into the camera.',
  'half-body shot from the waist up, relaxed hands, looking into the camera.',
  'three-quarter view, the body turned to one side, the face turned back to the camera.',
  'head and shoulders, eyes looking past the camera, the light coming from the other side.',
] as const;
