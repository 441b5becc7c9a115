import type { CoinStatement, Product } from '../../api/billing.ts';
import type { Job, Pic } from '../../api/pics.ts';
import type { Template } from '../../api/templates.ts';
import type { HomePics } from '../../flows/load-home-pics.ts';
import type { Language } from '../../i18n/languages.ts';
import type { Draft } from '../../state/draft.ts';
import type { SavedOrder } from '../../state/order.ts';
import type { User } from '../../state/session.ts';

/** What came last from the server: for which question, and in which language. */
export interface LastKnown<T> {
  about: string;
  language: string;
  value: T;
}

/** What is remembered while the user is at the login dialog: the secret of the way back, and the screen to open then. */
export interface Departure {
  state: string;
  path: string;
}

/** What is saved under each key. */
export interface Stored {
  'tyy.token': string;
  'tyy.language': Language;
  'tyy.sign-in': Departure;
  /** When a tab left for the login dialog, ms since 1970. */
  'tyy.dialog': number;
  'tyy.wizard': Draft;
  /** The name of a visit to the picker, until its photos are saved. */
  'tyy.pick': string;
  /** How much of an upload was sent when it was interrupted, 0 to 1. */
  'tyy.progress': number;
  'tyy.order': SavedOrder;
  'tyy.job': Job;
  'tyy.user': User;
  'tyy.home-pics': HomePics;
  /** The first page as it was when it last came, in the language of its titles. */
  'tyy.templates': { language: string; templates: Template[] };
  /** The train ids of the jobs that have had their ad, oldest first. */
  'tyy.ad-jobs': string[];
  'tyy.jobs': LastKnown<Job[]>;
  'tyy.pics': LastKnown<Pic[]>;
  /** Ids of pics, the latest last. */
  'tyy.favourites': string[];
  'tyy.statements': LastKnown<CoinStatement[]>;
  'tyy.packs': LastKnown<Product[]>;
  'tyy.plans': LastKnown<Product[]>;
  /** The page was loaded anew because a release had removed one of its files. */
  'tyy.reloaded': 'yes';
}
