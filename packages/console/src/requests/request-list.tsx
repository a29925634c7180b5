import { useApp } from '../state/app.js'
import { RequestCard } from './request-card.js'

/** Open requests to the person: those of one operation, or those that no operation on the screen has. */
export function RequestList({ operation, others = false }: { readonly operation?: string | undefined; readonly others?: boolean }) {
  const { store } = useApp()
  const requests = store.requests.value.filter((request) =>
    others ? request.operation === undefined || request.operation !== operation : request.operation === operation,
  )
  if (requests.length === 0) return null
  return (
    <div class="requests" role="log" aria-label="Questions for you">
      {requests.map((request) => (
        <RequestCard key={request.id} request={request} />
      ))}
    </div>
  )
}
