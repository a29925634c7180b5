import type { PersonRequest } from '../api/contract.js'
import { useApp } from '../state/app.js'
import type { Answer } from './card.js'
import { ConsentCard } from './consent-card.js'
import { FormCard } from './form-card.js'
import { InputCard } from './input-card.js'
import { SampleCard } from './sample-card.js'
import { SignInCard, UrlCard } from './url-card.js'

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
