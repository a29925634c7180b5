import { useState } from 'preact/hooks'
import type { Prompt } from '../api/contract.js'
import { Empty, Foreign } from '../elements/parts.js'
import { OperationSlot } from '../operations/operation-slot.js'
import { itemOf, useApp } from '../state/app.js'
import { CompletedInput } from './completed-input.js'

/** A prompt: its arguments, and the messages that it makes. */
export function PromptPage({ server, prompt }: { readonly server: string; readonly prompt: Prompt }) {
  const app = useApp()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const get = () => {
    const args = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    app.operate({ kind: 'get', server, prompt: prompt.name, args })
  }
  return (
    <>
      <section class="form" data-pane="work" aria-label={prompt.name}>
        <header>
          <h1>
            <Foreign inline text={prompt.name} />
          </h1>
          {prompt.title !== undefined && (
            <p class="title">
              <Foreign inline text={prompt.title} />
            </p>
          )}
          {prompt.description !== undefined && <Foreign text={prompt.description} />}
        </header>
        <form
          data-call
          onSubmit={(event) => {
            event.preventDefault()
            get()
          }}
        >
          {(prompt.arguments ?? []).map(({ name, description, required }) => (
            <CompletedInput
              key={name}
              server={server}
              reference={{ type: 'prompt', name: prompt.name }}
              argument={{ name, value: values[name] ?? '' }}
              others={values}
              isRequired={required}
              description={description}
              onChange={(value) => setValues({ ...values, [name]: value })}
            />
          ))}
          <div class="row actions">
            <button type="submit" class="go">
              Get the messages
            </button>
          </div>
        </form>
      </section>
      <div class="side" data-pane="work">
        <OperationSlot item={itemOf({ kind: 'get', server, prompt: prompt.name, args: {} })}>
          <Empty title="The messages are shown here">
            <p>A prompt becomes messages for a model. Getting them calls no model.</p>
          </Empty>
        </OperationSlot>
      </div>
    </>
  )
}
