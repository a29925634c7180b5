import type { Server } from '../api/contract.js'
import { Empty } from '../elements/parts.js'
import { OperationView } from '../operations/operation-view.js'
import { titleOf, useApp } from '../state/app.js'

/** The operations that a server runs or ran as tasks. */
export function TasksPage({ server }: { readonly server: Server }) {
  const { store } = useApp()
  const operations = store.operations.value.filter(
    ({ task, request }) => task !== undefined && request.server === server.name,
  )
  return (
    <main class="page" data-pane="work">
      <header class="page-head">
        <h1>{`Tasks of ${server.name}`}</h1>
      </header>
      {operations.length === 0 && (
        <Empty title="No tasks yet">
          <p>
            A tool with the mark “task” can run as one: press “Call as a task”. It goes on while you do other things.
          </p>
        </Empty>
      )}
      {operations.toReversed().map((operation) => (
        <section key={operation.id}>
          <h2>{titleOf(operation.request)}</h2>
          <OperationView operation={operation} />
        </section>
      ))}
    </main>
  )
}
