import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useText } from '../i18n/use-text.ts';
import { closeNote, leaveNotes, type Note, overlay } from '../state/overlay.ts';
import { FrameIcon } from '../ui/frame-icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './note-list.module.css';

/** Elements that react to a tap. */
const controls = 'a, button, input, label, select, summary, [role="button"]';

/** Shows the newest note. This file loads with the first note. */
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

/** Closes the notes when the user does something else, which may show a note of its own. */
function leaveAtNextAct(): () => void {
  const onClick = ({ target }: Event) => {
    const control = target instanceof Element && target.closest(controls);
    // A question belongs to the action that opened it, and its sheet covers the note of that action.
    if (control && !control.closest('[data-note], [role="dialog"]')) leaveNotes();
  };
  // Closing a layer also steps back in the history, but without a new address.
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
