import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useText } from '../i18n/use-text.ts';
import { closeNote, leaveNotes, type Note, overlay } from '../state/overlay.ts';
import { FrameIcon } from '../ui/frame-icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './note-list.module.css';

/** Elements that a tap acts on. */
const controls = 'a, button, input, label, select, summary, [role="button"]';

/** The newest note; loaded with the first note. */
export default function NoteList() {
  const { notes } = useSnapshot(overlay);
  const { text, say } = useText();
  useEffect(leaveAtNextAct, []);
  const note = notes[notes.length - 1];
  if (!note) return null;
  return (
    <div key={note.id} className={styles.note} data-note>
      <span className={styles.words}>{say(note.message)}</span>
      {note.action && (
        <button type="button" className={styles.action} onClick={() => takeAction(note)}>
          {say(note.action.label)}
        </button>
      )}
      <IconButton label={text('close')} onClick={() => closeNote(note.id)}>
        <FrameIcon name="close" />
      </IconButton>
    </div>
  );
}

/** Closes notes before the user's next act, which may show a note itself. */
function leaveAtNextAct(): () => void {
  const onClick = ({ target }: Event) => {
    const control = target instanceof Element && target.closest(controls);
    // A question belongs to the act before it, and its sheet covers the note of that act.
    if (control && !control.closest('[data-note], [role="dialog"]')) leaveNotes();
  };
  // Closing a layer steps back too, without another address.
  const { href } = location;
  const onStepBack = () => {
    if (location.href !== href) leaveNotes();
  };
  document.addEventListener('click', onClick, true);
  window.addEventListener('popstate', onStepBack);
  return () => {
    document.removeEventListener('click', onClick, true);
    window.removeEventListener('popstate', onStepBack);
  };
}

function takeAction({ id, action }: Pick<Note, 'id' | 'action'>): void {
  closeNote(id);
  action?.run();
}
