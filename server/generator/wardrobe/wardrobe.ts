import type { CostumeName } from '../catalogue/schema.ts';
import type { Costume } from './costume.ts';
import { agbada } from './costumes/agbada.ts';
import { armour } from './costumes/armour.ts';
import { blazer } from './costumes/blazer.ts';
import { cableKnit } from './costumes/cable-knit.ts';
import { chef } from './costumes/chef.ts';
import { doctor } from './costumes/doctor.ts';
import { hanfu } from './costumes/hanfu.ts';
import { kimono } from './costumes/kimono.ts';
import { leatherJacket } from './costumes/leather-jacket.ts';
import { rainJacket } from './costumes/rain-jacket.ts';
import { rollNeck } from './costumes/roll-neck.ts';
import { ruff } from './costumes/ruff.ts';
import { sailor } from './costumes/sailor.ts';
import { spaceSuit } from './costumes/space-suit.ts';
import { suit } from './costumes/suit.ts';
import { tangJacket } from './costumes/tang-jacket.ts';
import { winterCoat } from './costumes/winter-coat.ts';

export const wardrobe: Record<CostumeName, Costume> = {
  suit,
  blazer,
  'roll-neck': rollNeck,
  'cable-knit': cableKnit,
  'leather-jacket': leatherJacket,
  'space-suit': spaceSuit,
  armour,
  hanfu,
  'tang-jacket': tangJacket,
  kimono,
  chef,
  doctor,
  sailor,
  ruff,
  'winter-coat': winterCoat,
  'rain-jacket': rainJacket,
  agbada,
};
