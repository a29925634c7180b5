import { useState } from 'preact/hooks'
import type { ToolChange } from '../api/contract.js'
import { DiffView } from '../content/diff-view.js'
import { cleanText } from '../elements/clean-text.js'
import { formatTime } from '../elements/format.js'
import { Foreign, Tag } from '../elements/parts.js'
import { useApp } from '../state/app.js'

/** What was allowed, what changed since, what was done, and which folders servers may see. */
export function PermissionsPage() {
  return (
    <main class="page" data-pane="work">
      <header class="page-head">
        <h1>Permissions</h1>
      </header>
      <ChangedTools />
      <Decisions />
      <Roots />
      <AuditLog />
    </main>
  )
}

function ChangedTools() {
  const { store } = useApp()
  const changes = store.changes.value
  if (changes.length === 0) return null
  return (
    <section>
      <h2>Changed tools</h2>
      <p class="soft">
        Tools are bound to their definitions. One that changes is not offered to models until you approve it.
      </p>
      {changes.map((change) => (
        <Change key={`${change.server}/${change.tool}`} change={change} />
      ))}
    </section>
  )
}

function Change({ change }: { readonly change: ToolChange }) {
  const app = useApp()
  const { server, tool, definition } = change
  return (
    <article class="change">
      <p class="row">
        <strong>
          <Foreign inline text={`${server} / ${tool}`} />
        </strong>
        <Tag tone={change.isBlocked ? 'warn' : 'good'}>{change.change}</Tag>
        {change.isBlocked && (
          <button
            type="button"
            onClick={() =>
              void app.act('approve-tool', { server, tool, ...(definition === undefined ? {} : { definition }) })
            }
          >
            Approve it as it is now
          </button>
        )}
      </p>
      <DiffView before={change.before} after={change.after} label={`What changed in ${tool}`} />
      {change.findings.map(({ text, path }) => (
        <p key={path + text} class="note warning">
          <Foreign inline text={text} />
        </p>
      ))}
    </article>
  )
}

function Decisions() {
  const app = useApp()
  const decisions = app.store.decisions.value
  return (
    <section>
      <h2>Saved decisions</h2>
      {decisions.length === 0 && (
        <p class="soft">
          None. An answer with “Always” or “Until the console ends” is kept here, and can be taken back.
        </p>
      )}
      {decisions.length > 0 && (
        <table class="data">
          <thead>
            <tr>
              <th scope="col">Server</th>
              <th scope="col">What</th>
              <th scope="col">Answer</th>
              <th scope="col">Holds</th>
              <th scope="col">
                <span class="unseen">Take back</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {decisions.map(({ id, server, type, subject, answer, scope }) => (
              <tr key={id}>
                <td>{cleanText(server)}</td>
                <td>{cleanText(`${type} ${subject}`)}</td>
                <td>
                  <Tag tone={answer === 'allow' ? 'good' : 'bad'}>{answer === 'allow' ? 'allowed' : 'not allowed'}</Tag>
                </td>
                <td>{scope === 'always' ? 'always' : 'until the console ends'}</td>
                <td>
                  <button type="button" class="quiet" onClick={() => void app.act('forget-decision', { id })}>
                    Take back
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Roots() {
  const app = useApp()
  const roots = app.store.roots.value
  const [uri, setUri] = useState('')
  const add = () => {
    void app.act('set-roots', { roots: [...roots, { uri: uri.startsWith('/') ? `file://${uri}` : uri }] })
    setUri('')
  }
  return (
    <section>
      <h2>Folders for servers</h2>
      <ul class="rows">
        {roots.map((root) => (
          <li key={root.uri} class="row">
            <code>{cleanText(root.uri)}</code>
            <button
              type="button"
              class="quiet"
              onClick={() => void app.act('set-roots', { roots: roots.filter((each) => each !== root) })}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <input
          aria-label="A folder"
          placeholder="/path/of/a/folder"
          value={uri}
          onInput={({ currentTarget }) => setUri(currentTarget.value)}
        />
        <button type="submit" disabled={uri === ''}>
          Add the folder
        </button>
      </form>
    </section>
  )
}

function AuditLog() {
  const app = useApp()
  const records = app.store.audit.value.slice(-200).toReversed()
  return (
    <section>
      <h2>Audit log</h2>
      <p class="row">
        <span class="soft">The last 200 of what was asked, allowed and done.</span>
        <button
          type="button"
          class="quiet"
          onClick={() =>
            void app.api.download('format=audit', 'audit.jsonl').catch((error: unknown) => app.fail(error))
          }
        >
          Download all of it
        </button>
      </p>
      <ol class="lines">
        {records.map(({ seq, at, type, previous: _previous, ...rest }) => (
          <li key={seq}>
            <span class="figure">{formatTime(at)}</span>
            <span class="origin">{type}</span>
            <span class="line">{cleanText(JSON.stringify(rest).slice(0, 300))}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
