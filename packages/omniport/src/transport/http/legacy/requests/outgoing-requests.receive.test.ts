import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { RpcId, RpcNotification, RpcRequest } from '../../../../jsonrpc/messages/messages.js'
import type { AskOptions } from '../../../../protocol/exchange/exchange.js'
import type { LimitOptions } from '../../../../protocol/limits/limit-options.js'
import { OmniportError } from '../../../../values/errors/omniport-error.js'
import { openLegacySettings } from '../fixtures/legacy-settings.js'
import { OutgoingRequests } from './outgoing-requests.js'

const jsonrpc = '2.0'
const progress = (progressToken: unknown): RpcNotification => ({
  jsonrpc,
  method: 'notifications/progress',
  params: { progressToken, progress: 1 } as never, // any token may arrive
})

function open(limits?: LimitOptions) {
  const opened = openLegacySettings({}, { ...(limits && { limits }) })
  const requests = new OutgoingRequests(opened.settings)
  const sent: (RpcRequest | RpcNotification)[] = []
  const ask = (options: AskOptions = {}, session = 'a') => {
    const target = { session, send: (message: RpcRequest | RpcNotification) => void sent.push(message) }
    return requests.request({ method: 'roots/list' }, options, target)
  }
  const cancelled: unknown[] = []
  const receive = (session: string, message: Parameters<OutgoingRequests['receive']>[1], isKnown = true) =>
    requests.receive(session, message, (id, { name, message: reason }) => {
      cancelled.push([id, name, reason])
      return isKnown
    })
  const idAt = (index: number) => (sent[index] as RpcRequest).id as RpcId
  return { ...opened, requests, sent, ask, cancelled, receive, idAt }
}

describe('a notification', () => {
  test('about a question that was asked is known, in the session that was asked alone', async () => {
    const { ask, receive, idAt, requests } = open()
    expect(receive('a', progress('before any question'))).toBe(false)
    const reports: unknown[] = []
    const answer = ask({ onProgress: (value) => void reports.push(value) })
    await settled()
    expect(receive('b', progress(idAt(0)))).toBe(false)
    expect(reports).toEqual([])
    expect(receive('a', progress(idAt(0)))).toBe(true)
    expect(reports).toEqual([{ progress: 1 }])
    expect(receive('a', { jsonrpc, id: idAt(0), result: { roots: [] } })).toBe(true)
    expect(await answer).toEqual({ roots: [] })
    expect(receive('a', progress(idAt(0)))).toBe(false)
    requests.close(new Error('over'))
  })

  test('about nothing that could be a question is of no other node', () => {
    const { receive } = open()
    expect(receive('a', progress(5))).toBe(true)
    expect(receive('a', progress(undefined))).toBe(true)
    expect(receive('a', { jsonrpc, method: 'notifications/roots/list_changed' })).toBe(true)
  })

  test('that cancels is known where its request is, with its reason', () => {
    const { receive, cancelled } = open()
    const cancel = (params: object) => ({ jsonrpc, method: 'notifications/cancelled', params }) as RpcNotification
    expect(receive('a', cancel({ requestId: 1, reason: 'enough' }))).toBe(true)
    expect(receive('a', cancel({ requestId: 'x' }), false)).toBe(false)
    expect(cancelled).toEqual([
      [1, 'AbortError', 'enough'],
      ['x', 'AbortError', 'Cancelled by the client'],
    ])
  })
})

describe('a question', () => {
  test('is refused beyond the limit, until another one is answered', async () => {
    const { ask, receive, idAt, sent } = open({ streams: 1 })
    const first = ask()
    await settled()
    await expect(ask()).rejects.toThrow(new OmniportError('limit', 'At most 1 questions are out at once (streams)'))
    receive('a', { jsonrpc, id: idAt(0), result: {} })
    await first
    const second = ask()
    await settled()
    expect(sent).toHaveLength(2)
    receive('a', { jsonrpc, id: idAt(1), result: { is: 'there' } })
    expect(await second).toEqual({ is: 'there' })
  })

  test('rejects when all close, and later ones too, with the first reason', async () => {
    const { ask, requests, sent } = open()
    const [reason, later] = [new OmniportError('closed', 'first'), new OmniportError('closed', 'second')]
    const waiting = expect(ask()).rejects.toBe(reason)
    await settled()
    requests.close(reason)
    requests.close(later)
    await waiting
    const count = sent.length
    await expect(ask()).rejects.toBe(reason)
    expect(sent).toHaveLength(count)
  })

  test('is not asked by who has given up', async () => {
    const { ask, sent } = open()
    const reason = new Error('given up')
    await expect(ask({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(sent).toEqual([])
  })
})
