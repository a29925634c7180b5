import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { metaKeys } from '../meta/meta-keys.js'
import { classify } from './classify.js'
import type { Era } from './revision.js'

const version = { [metaKeys.protocolVersion]: '2026-07-28' }
const header = (value: string) => new Headers({ 'MCP-Protocol-Version': value })

type Row = readonly [string, { method?: string; meta?: unknown; headers?: Headers }, Era | undefined, Era | undefined]

/** The era without a session, and within one. */
const rows: readonly Row[] = [
  ['nothing but a method', {}, undefined, 'legacy'],
  ['initialize', { method: 'initialize' }, 'legacy', 'legacy'],
  ['server/discover', { method: 'server/discover' }, 'modern', 'legacy'],
  ['subscriptions/listen', { method: 'subscriptions/listen' }, 'modern', 'legacy'],
  ['the version in _meta', { meta: version }, 'modern', 'modern'],
  ['any version in _meta', { meta: { [metaKeys.protocolVersion]: 5 } }, 'modern', 'modern'],
  ['the capabilities in _meta', { meta: { [metaKeys.clientCapabilities]: {} } }, 'modern', 'modern'],
  ['initialize with the version in _meta', { method: 'initialize', meta: version }, 'modern', 'modern'],
  ['ping with the version in _meta', { method: 'ping', meta: version }, 'modern', 'modern'],
  ['only the client in _meta', { meta: { [metaKeys.clientInfo]: {} } }, undefined, 'legacy'],
  ['a progress token', { meta: { progressToken: 1 } }, undefined, 'legacy'],
  ['_meta that is null', { meta: null }, undefined, 'legacy'],
  ['_meta that is text', { meta: 'io.modelcontextprotocol/protocolVersion' }, undefined, 'legacy'],
  ['the modern version as header', { headers: header('2026-07-28') }, 'modern', 'modern'],
  [
    'initialize with the modern version as header',
    { method: 'initialize', headers: header('2026-07-28') },
    'modern',
    'modern',
  ],
  ['a legacy version as header', { headers: header('2025-11-25') }, undefined, 'legacy'],
  ['an unknown version as header', { headers: header('2099-01-01') }, undefined, 'legacy'],
  ['headers without a version', { headers: new Headers() }, undefined, 'legacy'],
]

describe('the era of a message', () => {
  test.each(rows)('with %s', (_name, { method = 'tools/list', meta, headers }, without, within) => {
    verifies('BASE-25')
    const params = meta === undefined ? undefined : { _meta: meta }
    const request = { jsonrpc: '2.0' as const, id: 1, method, params }
    expect([classify(request, { headers }), classify(request, { headers, session: {} })]).toEqual([without, within])
    const { id: _, ...notification } = request
    expect(classify(notification, { headers })).toBe(without)
  })
})
