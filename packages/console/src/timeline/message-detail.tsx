import { useEffect, useState } from 'preact/hooks'
import type { MessageDetail, MessageRecord } from '../api/contract.js'
import { JsonCode } from '../content/json-code.js'
import { JsonTree } from '../content/json-tree.js'
import { cleanText } from '../elements/clean-text.js'
import { formatBytes, formatMs, formatTime } from '../elements/format.js'
import { Copy, Facts, Segmented } from '../elements/parts.js'
import { useApp } from '../state/app.js'

/** Headers of the protocol itself: they stand first. */
const ofProtocol = /^(mcp-|last-event-id|www-authenticate|authorization|x-mcp)/i

/** One message: what it is, its headers, its content, and the messages that belong to it. */
export function MessageDetailPane({ seq }: { readonly seq: number }) {
  const app = useApp()
  const [detail, setDetail] = useState<MessageDetail | undefined>(undefined)
  const [problem, setProblem] = useState('')
  const [view, setView] = useState<'tree' | 'raw'>('tree')
  const load = (whole: boolean) =>
    app.api.detail(seq, whole).then(
      (loaded) => setDetail(loaded),
      (error: unknown) => setProblem(error instanceof Error ? error.message : 'It is gone'),
    )
  useEffect(() => {
    setProblem('')
    void load(false)
  }, [seq])
  const record = detail?.record ?? app.store.log.find(seq)
  return (
    <aside class="detail" aria-label="Message">
      <header>
        <h2>{record === undefined ? `Message ${seq}` : titleOf(record)}</h2>
        <Segmented
          label="Message as"
          value={view}
          options={[
            ['tree', 'Tree'],
            ['raw', 'Raw'],
          ]}
          onChange={setView}
        />
        <button
          type="button"
          class="quiet"
          aria-label="Close the message"
          onClick={() => {
            app.ui.message.value = undefined
          }}
        >
          Close
        </button>
      </header>
      {problem !== '' && <p class="note warning">{cleanText(problem)}</p>}
      {record !== undefined && <Facts facts={factsOf(record)} />}
      {detail?.record.seq === seq && (
        <>
          <Http detail={detail} />
          <Content detail={detail} view={view} onWhole={() => void load(true)} />
          <Related detail={detail} />
        </>
      )}
    </aside>
  )
}

function titleOf({ kind, method, requestLine }: MessageRecord): string {
  return cleanText(`${kindNames[kind]} ${method ?? requestLine ?? ''}`.trim())
}

const kindNames: Readonly<Record<MessageRecord['kind'], string>> = {
  request: 'Request',
  response: 'Response',
  error: 'Error',
  notification: 'Notification',
  http: 'HTTP',
  stderr: 'Line of stderr',
  event: 'Event',
  other: 'Message',
}

function factsOf({
  from,
  server,
  id,
  at,
  ms,
  bytes,
  transport,
  connection,
  exchange,
}: MessageRecord): readonly (readonly [string, string])[] {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['From', from === 'client' ? `this console to ${cleanText(server)}` : cleanText(server)],
    ['Id', id],
    ['At', formatTime(at)],
    ['After', ms === undefined ? undefined : formatMs(ms)],
    ['Size', formatBytes(bytes)],
    ['Over', `${transport}, connection ${connection}${exchange === undefined ? '' : `, exchange ${exchange}`}`],
  ]
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}

function Http({ detail: { http } }: { readonly detail: MessageDetail }) {
  if (http === undefined) return null
  const headers = Object.entries(http.headers ?? {})
  const sorted = [
    ...headers.filter(([name]) => ofProtocol.test(name)),
    ...headers.filter(([name]) => !ofProtocol.test(name)),
  ]
  const line = [http.method, http.path, http.status].filter((part) => part !== undefined).join(' ')
  return (
    <section>
      <p class="caption">{`HTTP ${cleanText(line)}`}</p>
      <dl class="headers">
        {sorted.map(([name, value]) => (
          <div key={name} class={ofProtocol.test(name) ? 'protocol' : ''}>
            <dt>{cleanText(name)}</dt>
            <dd>{cleanText(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

interface ContentProps {
  readonly detail: MessageDetail
  readonly view: 'tree' | 'raw'
  readonly onWhole: () => void
}

function Content({ detail: { message, text, base64, isCut, isGone }, view, onWhole }: ContentProps) {
  const raw = message === undefined ? (text ?? base64) : JSON.stringify(message, null, 2)
  return (
    <section class="detail-content">
      {message !== undefined && view === 'tree' && <JsonTree value={message} open={4} />}
      {raw !== undefined && (message === undefined || view === 'raw') && (
        <JsonCode text={raw} label="Content of the message" />
      )}
      {raw !== undefined && <Copy text={raw} />}
      {isCut === true && isGone !== true && (
        <button type="button" class="quiet" onClick={onWhole}>
          Show all of it
        </button>
      )}
      {isGone === true && <p class="soft">It was too long to be recorded in full.</p>}
    </section>
  )
}

function Related({ detail: { related } }: { readonly detail: MessageDetail }) {
  const { ui, store } = useApp()
  if (related.length === 0) return null
  return (
    <section>
      <p class="caption">Belongs to it</p>
      {related.slice(0, 20).map((seq) => {
        const record = store.log.find(seq)
        return (
          <button
            type="button"
            key={seq}
            class="quiet related"
            onClick={() => {
              ui.message.value = seq
            }}
          >
            {record === undefined ? `Message ${seq}` : titleOf(record)}
          </button>
        )
      })}
    </section>
  )
}
