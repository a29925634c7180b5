import type { ComponentChildren } from 'preact'
import type { PersonAnswer, PersonRequest } from '../api/contract.js'
import { cleanText } from '../elements/clean-text.js'
import { formatTime } from '../elements/format.js'
import { Foreign } from '../elements/parts.js'
import { titleOf, useApp } from '../state/app.js'

export type RequestOf<T extends PersonRequest['type']> = Extract<PersonRequest, { readonly type: T }>

/** Gives the answer of the person. */
export type Answer = (answer: PersonAnswer) => void

interface CardProps {
  readonly request: PersonRequest
  /** What it wants, after its name. */
  readonly wants: string
  readonly children: ComponentChildren
}

/** The calls of which one asks. */
function OneOf({ ids }: { readonly ids: readonly string[] }) {
  const app = useApp()
  const operations = app.store.operations.value.filter(({ id }) => ids.includes(id))
  return (
    <p class="row one-of">
      <span class="soft">It does not say for which of these:</span>
      {operations.map((operation) => (
        <button type="button" class="quiet" key={operation.id} onClick={() => app.reopen(operation)}>
          {cleanText(titleOf(operation.request))}
        </button>
      ))}
    </p>
  )
}

/** The frame of a request: who asks comes first. */
export function Card({ request, wants, children }: CardProps) {
  return (
    <section class="card" aria-label={`${request.server} ${wants}`} data-request={request.id}>
      <h2>
        <strong>
          <Foreign inline text={request.server} />
        </strong>{' '}
        {wants}
        <span class="when">{formatTime(request.at).slice(0, 8)}</span>
      </h2>
      {request.operations !== undefined && request.operations.length > 1 && <OneOf ids={request.operations} />}
      {children}
    </section>
  )
}
