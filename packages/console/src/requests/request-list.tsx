import { useApp } from '../state/app.js'
import { RequestCard } from './request-card.js'

interface RequestListProps {
  /** Those of one operation alone, and those that may be of it. */
  readonly operation?: string | undefined
  /** Those of one server alone. */
  readonly server?: string | undefined
}

/** Open requests to the person. */
export function RequestList({ operation, server }: RequestListProps) {
  const { store } = useApp()
  const requests = store.requests.value.filter(
    (request) =>
      (operation === undefined ||
        request.operation === operation ||
        request.operations?.includes(operation) === true) &&
      (server === undefined || request.server === server),
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
