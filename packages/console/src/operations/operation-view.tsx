import { useState } from 'preact/hooks'
import type { Failure, Operation, WireComparison } from '../api/contract.js'
import { ContentBlocks, ResourceContent } from '../content/content-blocks.js'
import { DataTable } from '../content/data-table.js'
import { JsonCode } from '../content/json-code.js'
import { JsonTree } from '../content/json-tree.js'
import { cleanText } from '../elements/clean-text.js'
import { formatBytes, formatCount, formatMs } from '../elements/format.js'
import { Segmented } from '../elements/parts.js'
import { isSchema as isObject } from '../form/schema/schema.js'
import { RequestList } from '../requests/request-list.js'
import { Message } from '../requests/sample-card.js'
import { OperationStatus } from './operation-status.js'
import { partsOf, type ResultView } from './result-views.js'
import { useWhole } from './use-whole.js'
import { WireView } from './wire-view.js'

/** An operation: how it goes, what is asked meanwhile, and what came back. */
export function OperationView({ operation }: { readonly operation: Operation }) {
  return (
    <div class="operation" aria-busy={operation.endedAt === undefined}>
      <OperationStatus operation={operation} />
      <RequestList operation={operation.id} />
      {operation.error !== undefined && (
        <FailureView failure={operation.error} isWanted={operation.state === 'cancelled'} />
      )}
      {(operation.result !== undefined || operation.isResultLeftOut === true) && <Result operation={operation} />}
    </div>
  )
}

interface FailureProps {
  readonly failure: Failure
  /** The person ended it: nothing went wrong. */
  readonly isWanted?: boolean
}

/** What went wrong, and what to do about it. */
export function FailureView({ failure, isWanted = false }: FailureProps) {
  const { rpc, advice = [] } = failure
  if (isWanted) return <p class="note">{cleanText(failure.message)}</p>
  return (
    <div class="failure" role="alert">
      <p>
        <strong>{rpc === undefined ? failure.code.replaceAll('_', ' ') : `Error ${rpc.code}`}</strong>{' '}
        {cleanText(failure.message)}
      </p>
      {advice.map((each) => (
        <p key={each} class="advice">
          {cleanText(each)}
        </p>
      ))}
      {rpc?.data !== undefined && <JsonTree value={rpc.data} name="data" />}
    </div>
  )
}

const names: Readonly<Record<ResultView, string>> = {
  wires: 'Side by side',
  table: 'Table',
  tree: 'Tree',
  content: 'Content',
  raw: 'Raw',
}

function Result({ operation }: { readonly operation: Operation }) {
  const [chosen, setChosen] = useState<ResultView | undefined>(undefined)
  const shown = useWhole(operation) ?? operation
  if (shown.result === undefined) return <p class="soft">Loading the result …</p>
  const parts = partsOf(shown)
  const view = chosen !== undefined && parts.views.includes(chosen) ? chosen : (parts.views[0] ?? 'raw')
  const options = parts.views.map((each): [ResultView, string] => [each, names[each]])
  return (
    <div class="result-body">
      <div class="result-bar">
        <span class="soft">{sizesOf(operation)}</span>
        <Segmented label="Result as" value={view} options={options} onChange={setChosen} />
      </div>
      {view === 'wires' && <WireView wire={shown.result as unknown as WireComparison} />}
      {view === 'table' && parts.records !== undefined && <DataTable records={parts.records} />}
      {view === 'tree' && <JsonTree value={parts.structured ?? shown.result} />}
      {view === 'content' && <Contents operation={shown} />}
      {view === 'raw' && <JsonCode text={JSON.stringify(shown.result, null, 2)} label="The result as it came" />}
    </div>
  )
}

function Contents({ operation }: { readonly operation: Operation }) {
  const { blocks, contents, messages } = partsOf(operation)
  return (
    <>
      {blocks.length > 0 && <ContentBlocks blocks={blocks} />}
      {contents.map((content, index) => (
        <article class="block" key={index}>
          {isObject(content) ? <ResourceContent content={content} /> : <JsonTree value={content} />}
        </article>
      ))}
      {messages.map((message, index) => (
        <Message key={index} message={message} />
      ))}
    </>
  )
}

/** What comes of these is given to a model. */
const kindsForModels: ReadonlySet<string> = new Set(['call', 'read', 'get', 'load-skill', 'read-skill-file'])

function sizesOf({ request, ms, resultBytes, resultTokens, revision }: Operation): string {
  const parts = [
    ms === undefined ? undefined : formatMs(ms),
    resultBytes === undefined ? undefined : formatBytes(resultBytes),
    resultTokens === undefined || !kindsForModels.has(request.kind) ? undefined : `${formatCount(resultTokens)} tokens`,
    revision,
  ]
  return parts.filter((part) => part !== undefined).join(' · ')
}
