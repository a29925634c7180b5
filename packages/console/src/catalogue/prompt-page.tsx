import { useState } from 'preact/hooks'
import type { Prompt } from '../api/contract.js'
import { itemOf, useApp } from '../state/app.js'
import { CompletedInput } from './completed-input.js'
import { Definition, ItemHead, ItemPage } from './item-page.js'

/** A prompt: its arguments, and the messages that it makes. */
export function PromptPage({ server, prompt }: { readonly server: string; readonly prompt: Prompt }) {
  const app = useApp()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const get = () => {
    const args = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    app.operate({ kind: 'get', server, prompt: prompt.name, args })
  }
  return (
    <ItemPage
      name={prompt.name}
      head={<ItemHead name={prompt.name} title={prompt.title} description={prompt.description} />}
      definition={<Definition value={prompt} />}
      operations={itemOf({ kind: 'get', server, prompt: prompt.name, args: {} })}
      empty={{
        title: 'The messages are shown here',
        text: 'A prompt becomes messages for a model. Getting them calls no model.',
      }}
    >
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
    </ItemPage>
  )
}
