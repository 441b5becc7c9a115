/** The manner in which a drawn scene and the person in it are rendered together. */
export type Hand = 'comic' | 'ink' | 'oil' | 'watercolour' | 'pencil' | 'poster';

/** What gives the drawn scene a surface before the hand renders it: brush marks, paper fibres, a weave. */
export type Material = 'none' | 'brush' | 'paper' | 'canvas';

/** How a picture is framed: head and shoulders, the face alone, half the body set aside, or low under much sky. */
export type ShotName = 'bust' | 'close-up' | 'half-body' | 'low';

/** Clothes that are drawn under the person's own head. */
export type CostumeName =
  | 'suit'
  | 'blazer'
  | 'roll-neck'
  | 'cable-knit'
  | 'leather-jacket'
  | 'space-suit'
  | 'armour'
  | 'hanfu'
  | 'tang-jacket'
  | 'kimono'
  | 'chef'
  | 'doctor'
  | 'sailor'
  | 'ruff'
  | 'winter-coat'
  | 'rain-jacket'
  | 'agbada';

/** A costume, and which of its four sets of colours (from 0) comes first. */
export interface CostumeChoice {
  name: CostumeName;
  first?: number;
}

/** The colours of a costume, #rrggbb: its cloth, what is worn below, and what is set on. */
export interface CostumeColours {
  cloth: string;
  under: string;
  accent: string;
}

/** How a template's pictures look, whatever the scene is. */
export interface Look {
  hand: Hand;
  material: Material;
  /** The five colours of the hand `poster`, #rrggbb from the darkest to the lightest; without them it has its own. */
  inks?: readonly [string, string, string, string, string];
}

/** A template as it is written down: what identifies it, how it looks, and the colours of its scene. */
export type Entry<Palette> = Palette & {
  /** For ever: jobs and addresses refer to it. A new template takes a number that no other ever had. */
  id: number;
  /** #rrggbb, shown until the picture has come. */
  colour: string;
  /** Where it differs from the look of its layout. */
  look?: Partial<Look>;
  /** For a generator with a model: shot, clothes, place, light, lens and medium, without the sentence about identity. */
  prompt: string;
  /** What is worn; the photo's own clothes without it. */
  costume?: CostumeChoice;
  /** What its preview and the first picture of a job show; `bust` without it. */
  shot?: ShotName;
};
