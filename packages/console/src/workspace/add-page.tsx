import { useId, useState } from 'preact/hooks'
import type { NewServer } from '../api/contract.js'
import { Segmented } from '../elements/parts.js'
import { splitCommand } from '../elements/split-command.js'
import { useApp } from '../state/app.js'

/** Adds a server by a command or an address. */
export function AddPage() {
  return (
    <main class="page" data-pane="work">
      <header class="page-head">
        <h1>Add a server</h1>
      </header>
      <AddForm />
    </main>
  )
}

/** The form for a new server. It lasts as long as the console runs. */
export function AddForm() {
  const app = useApp()
  const id = useId()
  const [kind, setKind] = useState<'command' | 'url'>('command')
  const [target, setTarget] = useState('')
  const [name, setName] = useState('')
  const [more, setMore] = useState('')
  const [revision, setRevision] = useState('')
  const add = async () => {
    const server = toServer({ kind, target, name: name || suggestName(target), more, revision })
    if (typeof server === 'string') return app.ui.toast(server)
    const added = await app.act('add-server', server)
    if (added !== undefined) app.go({ view: 'server', server: added.name, section: 'tools' })
  }
  return (
    <form
      class="add"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <Segmented
        label="Kind of server"
        value={kind}
        options={[
          ['command', 'A command on this machine'],
          ['url', 'An address'],
        ]}
        onChange={setKind}
      />
      <TextField
        id={`${id}target`}
        label={kind === 'command' ? 'Command' : 'Address'}
        value={target}
        onInput={setTarget}
        placeholder={kind === 'command' ? 'npx -y @modelcontextprotocol/server-everything' : 'https://example.com/mcp'}
      />
      <TextField id={`${id}name`} label="Name" value={name} onInput={setName} placeholder={suggestName(target)} />
      <TextField
        id={`${id}more`}
        label={kind === 'command' ? 'Environment, NAME=value, one a line' : 'Headers, Name: value, one a line'}
        value={more}
        onInput={setMore}
        placeholder={kind === 'command' ? 'API_KEY=…' : 'Authorization: Bearer …'}
        isLong
      />
      <RevisionField id={`${id}revision`} value={revision} onChange={setRevision} />
      <p class="soft">
        {kind === 'command' ? 'It runs with your rights. Add only what you trust.' : 'It may ask you to sign in.'}
      </p>
      <div class="row actions">
        <button type="submit" class="go" disabled={target.trim() === ''}>
          Add and start
        </button>
      </div>
    </form>
  )
}

interface RevisionFieldProps {
  readonly id: string
  /** Empty: negotiated. */
  readonly value: string
  readonly onChange: (value: string) => void
}

function RevisionField({ id, value, onChange }: RevisionFieldProps) {
  const { store } = useApp()
  return (
    <div class="field">
      <label for={id}>Revision</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">the newest that both know</option>
        {store.about.value?.revisions.toReversed().map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </div>
  )
}

interface TextFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly placeholder: string
  readonly onInput: (value: string) => void
  readonly isLong?: boolean
}

function TextField({ id, label, value, placeholder, onInput, isLong = false }: TextFieldProps) {
  const common = { id, value, placeholder, spellcheck: false, autocomplete: 'off', class: 'mono' } as const
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {isLong ? (
        <textarea rows={2} {...common} onInput={({ currentTarget }) => onInput(currentTarget.value)} />
      ) : (
        <input {...common} onInput={({ currentTarget }) => onInput(currentTarget.value)} />
      )}
    </div>
  )
}

interface Typed {
  readonly kind: 'command' | 'url'
  readonly target: string
  readonly name: string
  readonly more: string
  /** Empty: negotiated. */
  readonly revision: string
}

/** What was typed as a server, or what is wrong with it. */
function toServer({ kind, target, name: typedName, more, revision }: Typed): NewServer | string {
  const name = { name: typedName, ...(revision === '' ? {} : { revision }) }
  const separator = kind === 'command' ? '=' : ':'
  const lines = more.split('\n').filter((line) => line.trim() !== '')
  const wrong = lines.find((line) => line.indexOf(separator) < 1)
  if (wrong !== undefined) return `“${wrong}” needs a name, ${separator} and a value`
  const pairs = lines.map((line): [string, string] => {
    const at = line.indexOf(separator)
    return [line.slice(0, at).trim(), kind === 'command' ? line.slice(at + 1) : line.slice(at + 1).trim()]
  })
  if (kind === 'url') {
    if (!/^https?:\/\//.test(target.trim())) return 'An address begins with http:// or https://'
    return { ...name, url: target.trim(), headers: Object.fromEntries(pairs) }
  }
  const [command = '', ...args] = splitCommand(target)
  return { ...name, command, args, env: Object.fromEntries(pairs) }
}

/** A name out of the last word that is one. */
function suggestName(target: string): string {
  const words = target.replace(/^https?:\/\//, '').split(/[\s/@:]+/)
  const word = words.findLast((each) => /[a-z]{3}/i.test(each) && !each.startsWith('-') && each !== 'mcp')
  return (
    word
      ?.replace(/^(server|mcp)-|\.[a-z]+$/g, '')
      .replace(/[^\w-]/g, '-')
      .slice(0, 30) ?? 'server'
  )
}
