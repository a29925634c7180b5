import { useId, useState } from 'preact/hooks'
import { JsonEditor } from '../elements/json-editor.js'
import { OperationSlot } from '../operations/operation-slot.js'
import { useApp } from '../state/app.js'

/** Any method, as typed. */
export function RawRequest({ server }: { readonly server: string }) {
  const app = useApp()
  const id = useId()
  const [method, setMethod] = useState('ping')
  const params = app.ui.formOf(`${server}/raw#params`, {})
  const send = () => {
    const value = params.toObject()
    if (value === undefined) return app.ui.toast('The params are not a JSON object yet.')
    app.operate({ kind: 'raw', server, method, params: value })
  }
  return (
    <section>
      <h2>Send any request</h2>
      <form
        class="raw"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <div class="row">
          <label for={id}>Method</label>
          <input
            id={id}
            class="mono"
            value={method}
            spellcheck={false}
            onInput={({ currentTarget }) => setMethod(currentTarget.value)}
          />
          <button type="submit">Send</button>
        </div>
        <JsonEditor text={params.text} label="Params" />
      </form>
      <OperationSlot item={`${server}/raw`}>
        <p class="soft">The answer comes as it is.</p>
      </OperationSlot>
    </section>
  )
}
