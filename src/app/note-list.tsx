import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useText } from '../i18n/use-text.ts';
import { closeNote, leaveNotes, type Note, overlay } from '../state/overlay.ts';
import { FrameIcon } from '../ui/frame-icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './note-list.module.css';

/** Elements that react to a tap. */
const controls = 'a, button, input, label, select, summary, [role="button"]';

/** Shows the newest note. This file loads when the first note appears. */
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

/** Closes the notes at the user's next action, because that action may show its own note. */
function leaveAtNextAct(): () => void {
  const onClick = ({ target }: Event) => {
    const control = target instanceof Element && target.closest(controls);
    // Ignore taps in a dialog: it belongs to the same action as the note, and its sheet covers the note.
    if (control && !control.closest('[data-note], [role="dialog"]')) leaveNotes();
  };
  // Compare addresses, because closing a layer also fires `popstate`, but does not change the address.
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
