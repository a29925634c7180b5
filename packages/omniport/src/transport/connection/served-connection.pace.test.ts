import { expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import type { Exchange, Serve } from '../../protocol/exchange/exchange.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { ServedConnection } from './served-connection.js'

test('what a client that does not read misses is told to the log, once until it reads again', async () => {
  const logger = createRecordingLogger()
  const exchanges: Exchange[] = []
  const serve: Serve = async (message, exchange) => {
    exchanges.push(exchange)
    return 'id' in message ? { jsonrpc: '2.0', id: message.id, result: {} } : undefined
  }
  const sent: unknown[] = []
  const sink = { full: false, send: (message: unknown) => void sent.push(message) }
  const served = new ServedConnection({ serve, environment: { logger, runtime: createManualRuntime() } }, sink)
  const _meta = { [metaKeys.protocolVersion]: '2026-07-28', [metaKeys.clientCapabilities]: {} }
  served.receive({ jsonrpc: '2.0', method: 'notifications/x', params: { _meta } })
  await settled()
  const log = (data: number) =>
    exchanges[0]?.notify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } })
  log(1)
  sink.full = true
  log(2)
  log(3)
  const text = 'Log messages and progress are left out: the client does not read (limits.outboxBytes)'
  expect(logger.warnings).toEqual([text])
  sink.full = false
  log(4)
  sink.full = true
  log(5)
  expect(logger.warnings).toEqual([text, text])
  expect(sent.map((message) => (message as { params: { data: number } }).params.data)).toEqual([1, 4])
  served.abort(new Error('over'))
})
