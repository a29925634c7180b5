import { useState } from 'preact/hooks'
import type { PersonAnswer } from '../api/contract.js'
import { JsonTree } from '../content/json-tree.js'
import { Foreign, Segmented } from '../elements/parts.js'
import { FormEditor } from '../form/view/form-editor.js'
import { FormState } from '../state/form-state.js'
import { type Answer, Card, type RequestOf } from './card.js'

const wants: Readonly<Record<RequestOf<'consent'>['subject'], string>> = {
  start: 'is about to be started',
  call: 'is about to be called',
  sample: 'wants to use a model',
  elicit: 'wants to ask you something',
  roots: 'wants to know your folders',
  skill: 'wants to give instructions to a model',
  app: 'wants to show an app',
}

const verbs: Readonly<Record<RequestOf<'consent'>['subject'], string>> = {
  start: 'Start it',
  call: 'Call it',
  sample: 'Send it',
  elicit: 'Let it ask',
  roots: 'Show the folders',
  skill: 'Allow it',
  app: 'Show it',
}

type Remember = 'once' | 'session' | 'always'

/** Consent: everything about the request, and an answer. The safe answer stands first. */
export function ConsentCard({ request, answer }: { readonly request: RequestOf<'consent'>; readonly answer: Answer }) {
  const [remember, setRemember] = useState<Remember>('once')
  const [areArguments, setArguments] = useState(false)
  const [edited] = useState(() => editorsOf(request))
  const give = (verdict: 'allow' | 'deny') => {
    const scope = remember === 'once' ? {} : { remember, ...(areArguments ? { onlyTheseArguments: true } : {}) }
    answer({ type: 'consent', answer: verdict, ...scope, ...(verdict === 'allow' ? changesOf(edited) : {}) })
  }
  return (
    <Card request={request} wants={wants[request.subject]}>
      <p>{request.description.title}</p>
      <Lines lines={request.description.lines} />
      {edited.params !== undefined && <FormEditor state={edited.params} label="What the model gets" />}
      {edited.result !== undefined && <FormEditor state={edited.result} label="What the server gets" />}
      <details>
        <summary>Everything about it</summary>
        <JsonTree value={request.detail} />
      </details>
      {request.canRemember && (
        <div class="row">
          <Segmented
            label="How long this answer holds"
            value={remember}
            options={[
              ['once', 'Once'],
              ['session', 'Until the console ends'],
              ['always', 'Always'],
            ]}
            onChange={setRemember}
          />
          {request.subject === 'call' && remember !== 'once' && (
            <label class="check">
              <input
                type="checkbox"
                checked={areArguments}
                onChange={({ currentTarget }) => setArguments(currentTarget.checked)}
              />
              for these arguments only
            </label>
          )}
        </div>
      )}
      <div class="row actions">
        <button type="button" onClick={() => give('deny')}>
          Don't allow
        </button>
        <button type="button" class="ask" onClick={() => give('allow')}>
          {verbs[request.subject]}
        </button>
      </div>
    </Card>
  )
}

function Lines({ lines }: Pick<RequestOf<'consent'>['description'], 'lines'>) {
  return (
    <dl class="facts">
      {lines.map(({ label, text, isForeign, isWarning }) => (
        <div key={`${label}${text}`} class={isWarning ? 'warning' : ''}>
          <dt>{label ?? (isWarning ? 'Careful' : '')}</dt>
          <dd>{isForeign ? <Foreign text={text} /> : text}</dd>
        </div>
      ))}
    </dl>
  )
}

interface Editors {
  readonly params?: FormState
  readonly result?: FormState
}

function editorsOf({ params, result }: RequestOf<'consent'>): Editors {
  const editor = (value: unknown) => new FormState({}, JSON.stringify(value, null, 2))
  return {
    ...(params === undefined ? {} : { params: editor(params) }),
    ...(result === undefined ? {} : { result: editor(result) }),
  }
}

/** What the person changed; unchanged, nothing is sent back. */
function changesOf({
  params,
  result,
}: Editors): Pick<Extract<PersonAnswer, { readonly type: 'consent' }>, 'params' | 'result'> {
  const [newParams, newResult] = [params?.toObject(), result?.toObject()]
  return {
    ...(newParams === undefined ? {} : { params: newParams }),
    ...(newResult === undefined ? {} : { result: newResult }),
  }
}
