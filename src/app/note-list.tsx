import { useSnapshot } from 'valtio';
import { useText } from '../i18n/use-text.ts';
import { closeNote, type Note, overlay } from '../state/overlay.ts';
import { FrameIcon } from '../ui/frame-icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './note-list.module.css';

/** The notes that stand on the screen until they are used or closed; downloaded with the first. */
export default function NoteList() {
  const { notes } = useSnapshot(overlay);
  const { text, say } = useText();
  return (
    <>
      {notes.map(note => (
        <div key={note.id} className={styles.note}>
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
      ))}
    </>
  );
}

function takeAction({ id, action }: Pick<Note, 'id' | 'action'>): void {
  closeNote(id);
  action?.run();
}
