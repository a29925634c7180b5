import { useState } from 'preact/hooks'
import { ContentBlocks } from '../content/content-blocks.js'
import { JsonTree } from '../content/json-tree.js'
import { Foreign } from '../elements/parts.js'
import { isSchema as isObject, listOf, own, textOf } from '../form/schema/schema.js'
import { FormEditor } from '../form/view/form-editor.js'
import { FormState } from '../state/form-state.js'
import { type Answer, Card, type RequestOf } from './card.js'

/** A model is wanted and none is configured: the person reads the prompt and writes the answer. */
export function SampleCard({ request, answer }: { readonly request: RequestOf<'sample'>; readonly answer: Answer }) {
  const [state] = useState(() => new FormState(answerSchema, JSON.stringify(emptyAnswer, null, 2)))
  const [text, setText] = useState('')
  const isPlain = state.view.value === 'form'
  const send = () => {
    const result = isPlain ? { ...emptyAnswer, content: { type: 'text', text } } : state.toObject()
    if (result !== undefined) answer({ type: 'sample', action: 'answer', result })
  }
  return (
    <Card request={request} wants="wants a model to answer">
      <p class="soft">No model is configured, so the answer is yours. Nothing was sent to anybody.</p>
      <Prompt params={request.params} />
      {isPlain ? (
        <>
          <textarea
            class="answer"
            aria-label="The model's answer"
            rows={4}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <button type="button" class="quiet" onClick={() => toJson(state, text)}>
            Write it as JSON
          </button>
        </>
      ) : (
        <FormEditor state={state} label="The answer" />
      )}
      <div class="row actions">
        <button type="button" onClick={() => answer({ type: 'sample', action: 'decline' })}>
          Decline
        </button>
        <button type="button" class="ask" onClick={send}>
          Send the answer
        </button>
      </div>
    </Card>
  )
}

const emptyAnswer = { role: 'assistant', content: { type: 'text', text: '' }, model: 'a person', stopReason: 'endTurn' }
const answerSchema = {
  type: 'object',
  properties: {
    role: { enum: ['assistant', 'user'] },
    content: {},
    model: { type: 'string' },
    stopReason: { type: 'string' },
  },
}

function toJson(state: FormState, text: string): void {
  state.text.value = JSON.stringify({ ...emptyAnswer, content: { type: 'text', text } }, null, 2)
  state.view.value = 'json'
}

/** What the server wants to be sent to a model: all of it. */
function Prompt({ params }: { readonly params: unknown }) {
  if (!isObject(params)) return <JsonTree value={params} />
  const { messages: _, systemPrompt: __, ...others } = params
  const system = textOf(params, 'systemPrompt')
  return (
    <>
      {system !== undefined && (
        <>
          <p class="caption">System prompt</p>
          <Foreign text={system} />
        </>
      )}
      {listOf(params, 'messages').map((message, index) => (
        <Message key={index} message={message} />
      ))}
      <details>
        <summary>Settings of the request</summary>
        <JsonTree value={others} />
      </details>
    </>
  )
}

/** A message of a conversation: its role, and its content. */
export function Message({ message }: { readonly message: unknown }) {
  if (!isObject(message)) return <JsonTree value={message} />
  const content = own(message, 'content')
  return (
    <div class="message">
      <p class="caption">{textOf(message, 'role') ?? 'message'}</p>
      <ContentBlocks blocks={Array.isArray(content) ? content : [content]} />
    </div>
  )
}
