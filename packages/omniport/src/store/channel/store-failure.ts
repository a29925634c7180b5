import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { OmniportError, type OmniportErrorCode } from '../../values/errors/omniport-error.js'
import type { JsonValue } from '../../values/json/json-value.js'
import type { StoreFailure } from './store-channel.js'

/** What a store rejected with, as a message of a channel. */
export function toStoreFailure(reason: unknown): StoreFailure {
  const message = reason instanceof Error ? reason.message : String(reason)
  if (RpcError.is(reason)) {
    const data = (reason.data ?? null) as JsonValue // crosses the wire of the protocol too
    return { kind: 'rpc', message, code: reason.code, data }
  }
  if (OmniportError.is(reason)) return { kind: 'local', message, code: reason.code }
  return { kind: reason instanceof TypeError ? 'type' : 'other', message }
}

/** The error that the store rejected with, as far as callers tell errors apart. */
export function fromStoreFailure({ kind, message, code, data }: StoreFailure): Error {
  if (kind === 'rpc') return new RpcError(code as number, message, data ?? undefined)
  if (kind === 'local') return new OmniportError(code as OmniportErrorCode, message)
  return kind === 'type' ? new TypeError(message) : new Error(message)
}
