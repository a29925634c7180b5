import { isPromise, type MaybePromise } from '../../async/maybe-promise.js'
import type { RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { isObject } from '../../values/json/is-object.js'
import type { DirectServe, Exchange } from '../exchange/exchange.js'
import {
  type ObservedConnection,
  type Operation,
  type OperationObserver,
  type OperationOutcome,
  operationChannel,
} from './operation.js'

/** True if somebody listens: else nothing has to be announced. */
export function isObserved(): boolean {
  return channel?.hasSubscribers === true
}

/** Announces what `serve` serves. Default of `given`: HTTP where senders are networks, or messages have headers; else stdio. */
export function announceServed(serve: DirectServe, given?: Operation['transport']): DirectServe {
  return (message, exchange) => {
    if (!isObserved()) return serve(message, exchange)
    const { revision, session } = exchange
    // Headers are made when they are read, which costs more than all else here.
    const from = exchange.sender ?? exchange.headers
    const transport = given ?? (from === undefined || typeof from === 'symbol' ? 'stdio' : 'http')
    const connection = session && toConnection(session, transport === 'http' ? session.id : undefined)
    return observed({ role: 'receiver', message, revision, transport, connection, exchange }, () =>
      serve(message, exchange),
    )
  }
}

/** The facts of an operation that sends a message. */
export type SentOperation<M extends RpcRequest | RpcNotification> = Pick<
  Operation,
  'revision' | 'transport' | 'url' | 'connection'
> & { readonly message: M }

/** Announces a message, and sends it with the members of `_meta` that observers add. */
export function announceSent<M extends RpcRequest | RpcNotification, T extends MaybePromise<RpcResponse | undefined>>(
  operation: SentOperation<M>,
  send: (message: M) => T,
): T {
  return observed({ ...operation, role: 'sender' }, (meta) => send(withMeta(operation.message, meta)))
}

/** Runs `fn` in what each observer runs it in, the first one's innermost, with the members of all. Takes `facts` over. */
function observed<T extends MaybePromise<RpcResponse | undefined>>(
  facts: Omit<Operation, 'observe'>,
  fn: (meta: Readonly<Record<string, string>>) => T,
): T {
  const observers: OperationObserver[] = []
  const end = (outcome: OperationOutcome) => {
    for (const observer of observers) observer.end(outcome)
  }
  const observe = (observer: OperationObserver) => void observers.push(observer)
  channel?.publish(Object.assign(facts, { observe }) satisfies Operation)
  const meta = {}
  let run = () => fn(meta)
  for (const observer of observers) {
    Object.assign(meta, observer.meta)
    const inner = run
    if (observer.run) run = () => (observer as Required<OperationObserver>).run(inner)
  }
  let result: T
  try {
    result = run()
  } catch (reason) {
    end({ reason })
    throw reason
  }
  if (isPromise(result)) {
    result.then(
      (response) => end({ response }),
      (reason: unknown) => end({ reason }),
    )
  } else {
    end({ response: result as RpcResponse | undefined }) // all that is no promise
  }
  return result
}

function withMeta<M extends RpcRequest | RpcNotification>(message: M, meta: Readonly<Record<string, string>>): M {
  if (Object.keys(meta).length === 0) return message
  const given = message.params?.['_meta']
  return { ...message, params: { ...message.params, _meta: { ...(isObject(given) && given), ...meta } } }
}

function toConnection(session: NonNullable<Exchange['session']>, sessionId: string | undefined): ObservedConnection {
  return { key: session, sessionId, onEnd: (fn) => session.onEnd(() => fn()) }
}

interface Channel {
  readonly hasSubscribers: boolean
  publish(message: unknown): void
}

/** Browsers, and workers without Node's modules, have none. */
function findChannel(): Channel | undefined {
  const host: { getBuiltinModule?(name: string): unknown } | undefined = Reflect.get(globalThis, 'process')
  const diagnostics = host?.getBuiltinModule?.('node:diagnostics_channel') as
    | { channel(name: string): Channel }
    | undefined
  return diagnostics?.channel(operationChannel)
}

const channel = findChannel()
