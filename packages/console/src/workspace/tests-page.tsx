import type { SavedTest } from '../api/contract.js'
import { JsonTree } from '../content/json-tree.js'
import { cleanText } from '../elements/clean-text.js'
import { plural } from '../elements/format.js'
import { CommandLine, Empty, Tag } from '../elements/parts.js'
import { titleOf, useApp } from '../state/app.js'

/** Saved calls, with what is expected of them. */
export function TestsPage() {
  const app = useApp()
  const tests = app.store.tests.value
  const failed = tests.filter(({ last }) => last?.passed === false).length
  return (
    <main class="page" data-pane="work">
      <header class="page-head">
        <h1>Saved calls</h1>
        {tests.length > 0 && (
          <>
            <Tag tone={failed > 0 ? 'bad' : 'good'}>
              {failed > 0 ? `${failed} failed` : plural(tests.length, 'call')}
            </Tag>
            <button type="button" class="go" onClick={() => void app.act('run-tests', {})}>
              Run all
            </button>
            <button
              type="button"
              onClick={() =>
                void app.api.download('format=tests', 'calls.json').catch((error: unknown) => app.fail(error))
              }
            >
              Download as calls.json
            </button>
          </>
        )}
      </header>
      {tests.length === 0 ? (
        <Empty title="No saved calls yet">
          <p>
            Call a tool, look at the result, and press “Save as test”: the call is then expected to answer the same
            again.
          </p>
          <p>Downloaded, they run without the console:</p>
          <CommandLine text="omniport test calls.json" />
        </Empty>
      ) : (
        <ul class="rows">
          {tests.map((test) => (
            <TestRow key={test.id} test={test} />
          ))}
        </ul>
      )}
    </main>
  )
}

function TestRow({ test }: { readonly test: SavedTest }) {
  const app = useApp()
  const { id, name, last, request } = test
  return (
    <li>
      <details>
        <summary>
          <span class={`dot ${last === undefined ? 'off' : last.passed ? 'good' : 'bad'}`} />
          <span class="row-name">{cleanText(name)}</span>
          <span class="soft">{`${cleanText(request.server)} · ${cleanText(titleOf(request))}`}</span>
          <span class="soft">
            {last === undefined ? 'not run yet' : last.passed ? 'passed' : cleanText(last.message ?? 'failed')}
          </span>
        </summary>
        <div class="row actions">
          <button type="button" onClick={() => void app.act('run-tests', { ids: [id] })}>
            Run
          </button>
          <button type="button" onClick={() => void app.act('delete-test', { id })}>
            Delete
          </button>
          {last !== undefined && (
            <button type="button" class="quiet" onClick={() => app.go({ view: 'history', item: last.operation })}>
              See what came
            </button>
          )}
        </div>
        <JsonTree value={{ request, expect: test.expect }} />
      </details>
    </li>
  )
}
