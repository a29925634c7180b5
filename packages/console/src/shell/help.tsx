import { useLayoutEffect, useRef } from 'preact/hooks'
import { Kbd } from '../elements/parts.js'
import { useApp } from '../state/app.js'
import { keyHelp } from './keys.js'

/** All keys. */
export function Help() {
  const { ui } = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  // Before the page is painted: the next key that is pressed is for the dialog.
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const close = () => {
    ui.isHelpOpen.value = false
  }
  return (
    <dialog ref={dialog} class="help" aria-label="Keys" onClose={close}>
      <h2>Keys</h2>
      <dl class="facts">
        {keyHelp.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <Kbd>{keys}</Kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={close}>
        Close
      </button>
    </dialog>
  )
}
