import type { RpcResponse } from '../jsonrpc/messages/messages.js'
import { codecOf } from '../protocol/codec/codec-of.js'
import { principalKey } from '../protocol/exchange/principal-key.js'
import { digestOfParams } from '../protocol/input/retry-params.js'
import type { InputRequired } from '../protocol/results/input-required.js'
import { profileOf } from '../protocol/revisions/revision-profile.js'
import type { ParkedCallOptions } from './parked-call.js'

type CallParts = Pick<ParkedCallOptions, 'id' | 'label' | 'first' | 'services'>

/** Seals the handle of a round of a call. Rejects with RpcError -32603 where the process cannot seal. */
export async function sealRound({ id, label, first, services }: CallParts, round: number): Promise<string> {
  const { runtime, limits, instance, handles } = services
  const { method, params } = first.message
  const digest = await digestOfParams(params)
  const issuedAt = runtime.now()
  const validity = { issuedAt, expiresAt: issuedAt + limits.parkedMs }
  const principal = principalKey(first.exchange)
  return handles.seal(
    { principal, instance, label, call: id, round, method, params: digest, ...validity },
    first.exchange,
  )
}

/** Encodes the input requests of a round as the result of its request, whose id is set later. */
export function encodeRound({ first, services }: CallParts, round: InputRequired): RpcResponse {
  const { revision } = first.exchange
  const context = { profile: profileOf(revision), serverInfo: services.info }
  const result = codecOf(revision).encodeResult(first.message.method, round, context)
  return { jsonrpc: '2.0', id: null, result }
}
