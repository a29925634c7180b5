import type { ComponentChildren } from 'preact'
import type { PersonAnswer, PersonRequest } from '../api/contract.js'
import { formatTime } from '../elements/format.js'
import { Foreign } from '../elements/parts.js'
import { useApp } from '../state/app.js'
import { ConsentCard } from './consent-card.js'
import { FormCard } from './form-card.js'
import { InputCard } from './input-card.js'
import { SampleCard } from './sample-card.js'
import { SignInCard, UrlCard } from './url-card.js'

export type RequestOf<T extends PersonRequest['type']> = Extract<PersonRequest, { readonly type: T }>

/** Gives the answer of the person. */
export type Answer = (answer: PersonAnswer) => void

/** A request of a server to the person, where the work is that it belongs to. */
export function RequestCard({ request }: { readonly request: PersonRequest }) {
  const app = useApp()
  const answer: Answer = (given) => void app.act('answer', { id: request.id, answer: given })
  switch (request.type) {
    case 'consent':
      return <ConsentCard request={request} answer={answer} />
    case 'form':
      return <FormCard request={request} answer={answer} />
    case 'url':
      return <UrlCard request={request} answer={answer} />
    case 'sample':
      return <SampleCard request={request} answer={answer} />
    case 'sign-in':
      return <SignInCard request={request} answer={answer} />
    case 'input':
      return <InputCard request={request} answer={answer} />
  }
}

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
