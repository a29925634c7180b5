import { randomId } from '../../async/runtime/random-id.js'
import { defaultRuntime, type Runtime } from '../../async/runtime/runtime.js'
import { waitFor } from '../../async/waiting/wait-for.js'
import { AuditLog } from '../../host/audit/audit-log.js'
import type { AuditEntry, AuditRecord, AuditSink } from '../../host/audit/audit-record.js'
import type { RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange, Middleware, Serve } from '../../protocol/exchange/exchange.js'
import { functionValue, objectValue, stringValue } from '../../protocol/options/option-checks.js'
import { checkOptions, type OptionChecks } from '../../values/options/check-options.js'
import { truncate } from '../../values/text/truncate.js'
import type { Gateway } from '../gateway.js'
import { membersOf } from './policy-list.js'
import { type PolicyTarget, targetOf } from './policy-target.js'
import { withRawResults } from './raw-results.js'

/** Options of `audit`. */
export interface AuditOptions {
  /** Default: the last 1,000 records, in `records`. */
  readonly sink?: AuditSink | undefined
  /** Names the upstream of what is called; that of a resource once a list with it was read. Default: `server` is `name`, and names are those of clients. */
  readonly gateway?: Pick<Gateway, 'resolve' | 'ownerOf'> | undefined
  /** The `server` of records where no upstream is known. Default: `gateway`. */
  readonly name?: string | undefined
  /** The texts that must not stand in the log, beside values whose names are those of secrets. Default: none. */
  readonly secrets?: (() => Iterable<string>) | undefined
  /** Called when a record could not be written. Default: nothing is done. */
  readonly onError?: ((error: unknown) => void) | undefined
  /** Replaces the clock and randomness. */
  readonly runtime?: Runtime | undefined
}

/** Middleware with the records that it has written. */
export interface AuditMiddleware extends Middleware {
  /** The last 1,000 records, oldest first. */
  readonly records: readonly AuditRecord[]
}

/**
 * Middleware that writes an audit log in the format of the host: calls of tools with their arguments and results, prompts and
 * resources, each with the caller. A request is written before it goes on; where it cannot be written, it is refused and nothing
 * runs. Each round of a call is a call of its own. The `definition` of a call is empty: a gateway need not have listed it.
 *
 * Middleware outside of it is not audited, so give it first.
 *
 * @throws TypeError naming an option that cannot be used.
 */
export function audit(options: AuditOptions = {}): AuditMiddleware {
  const checked = checkOptions('audit', options, checks)
  const { sink, secrets = () => [], runtime = defaultRuntime } = checked
  const log = new AuditLog({ sink, secrets, runtime })
  const middleware = withRawResults((next: Serve): Serve => {
    return (message, exchange) => {
      const target = auditedMethods.has(message.method) ? targetOf(message) : undefined
      if (target === undefined) return next(message, exchange)
      return serveAudited(message, exchange, { target, next, log, runtime, options: checked })
    }
  })
  return Object.defineProperty(middleware, 'records', { get: () => log.records }) as AuditMiddleware // has it now
}

const checks: OptionChecks<AuditOptions> = {
  sink: objectValue,
  gateway: objectValue,
  name: stringValue,
  secrets: functionValue,
  onError: functionValue,
  runtime: objectValue,
}

const auditedMethods: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read'])

type Message = RpcRequest | RpcNotification

interface Audited {
  readonly target: PolicyTarget
  readonly next: Serve
  readonly log: AuditLog
  readonly runtime: Runtime
  readonly options: AuditOptions
}

async function serveAudited(message: Message, exchange: Exchange, audited: Audited): Promise<RpcResponse | undefined> {
  const { target, next, runtime } = audited
  const caller = exchange.principal === undefined ? {} : { principal: exchange.principal.id }
  const { server, name } = identify(target, audited.options)
  const args = message.params?.['arguments'] ?? {}
  if (target.kind === 'resource') {
    await append({ type: 'resource', server, uri: target.name, ...caller }, audited)
    return next(message, exchange)
  }
  if (target.kind === 'prompt') {
    await append({ type: 'prompt', server, prompt: name, args, ...caller }, audited)
    return next(message, exchange)
  }
  const identity = { call: randomId(runtime, callIdBytes), server, tool: name }
  const startedAt = runtime.now()
  const end = (result: CallEnd) =>
    appendEnd({ type: 'result', ...identity, ...result, ms: runtime.now() - startedAt }, audited)
  await append({ type: 'call', ...identity, definition: '', args, ...caller }, audited)
  try {
    const response = await next(message, exchange)
    await end(endOf(response))
    return response
  } catch (reason) {
    await end({ outcome: 'failed', error: truncate(reason instanceof Error ? reason.message : String(reason), 500) })
    throw reason
  }
}

const callIdBytes = 8

function identify({ kind, name }: PolicyTarget, { gateway, name: server = 'gateway' }: AuditOptions) {
  if (kind === 'resource') return { server: gateway?.ownerOf(name) ?? server, name }
  const found = gateway?.resolve(kind, name)
  return found === undefined ? { server, name } : { server: found.upstream, name: found.name }
}

/** Rejects with an error that says nothing of the log to the client. */
async function append(entry: AuditEntry, { log, options }: Audited): Promise<void> {
  await log.append(entry).catch((cause: unknown) => {
    options.onError?.(cause)
    throw RpcError.internal('Nothing was done: it cannot be audited', { cause })
  })
}

/** The call has run: its caller gets the result even if the record cannot be written, or takes long. */
async function appendEnd(entry: AuditEntry, { log, runtime, options }: Audited): Promise<void> {
  const written = log.append(entry).catch((reason: unknown) => options.onError?.(reason))
  await waitFor(written, { clock: runtime, timeoutMs: longestWriteMs }).catch(() => {})
}

const longestWriteMs = 1_000

type CallEnd = Pick<Extract<AuditEntry, { readonly type: 'result' }>, 'outcome' | 'error'>

function endOf(response: RpcResponse | undefined): CallEnd {
  if (response?.error !== undefined) return { outcome: 'failed', error: truncate(response.error.message, 500) }
  const result = membersOf(response)
  if (result?.['resultType'] === 'input_required') return { outcome: 'input-required' }
  return { outcome: result?.['isError'] === true ? 'tool-error' : 'ok' }
}
