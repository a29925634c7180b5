import type { ComponentChildren } from 'preact'
import type { PersonAnswer, PersonRequest } from '../api/contract.js'
import { formatTime } from '../elements/format.js'
import { Foreign } from '../elements/parts.js'

export type RequestOf<T extends PersonRequest['type']> = Extract<PersonRequest, { readonly type: T }>

/** Gives the answer of the person. */
export type Answer = (answer: PersonAnswer) => void

interface CardProps {
  readonly request: PersonRequest
  /** What it wants, after its name. */
  readonly wants: string
  readonly children: ComponentChildren
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
      {children}
    </section>
  )
}
