import { wizard } from '../state/wizard.ts';
import { Icon } from '../ui/icon.tsx';

/** Names the files of make-pic's code that other screens also use. */
export const sharedCode = [wizard, Icon];
